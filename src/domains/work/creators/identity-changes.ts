// The part of a PATCH that changes the creator's identity.
import { invalidField } from '../../../kit/error.ts';
import type { CreatorRow, LocationDetails, StoredVideo } from '../creator-consent/creator.ts';
import { searchWords } from '../creator-consent/search-words.ts';
import type { CreatorUpdateInput, Selection } from './creator-input.ts';
import { isFileId } from './creator-media.ts';
import { type ProfilePost, postAt } from './interface.ts';
import { ageOf } from './present-creator.ts';

const OLDEST = 120;
const YOUNGEST = 13;

/**
 * The identity's columns that an input changes, apart from `pictureFrom`. Throws validation_failed.
 * @param known what is known of the posts that the creator itself selects.
 */
export function identityChanges(
  before: CreatorRow,
  input: CreatorUpdateInput,
  now: number,
  known: ReadonlyMap<string, ProfilePost> = new Map(),
): Partial<CreatorRow> {
  const changes: Partial<CreatorRow> = {};
  if (input.name !== undefined) changes.name = input.name;
  if (input.handle !== undefined) changes.handle = input.handle;
  if (input.email !== undefined) changes.email = input.email;
  if (input.phone !== undefined) changes.phone = input.phone;
  if (input.bio !== undefined) changes.bio = input.bio;
  if (input.location !== undefined) changes.location = input.location;
  if (input.gender !== undefined) changes.gender = input.gender;
  if (input.interests !== undefined) changes.interests = [...new Set(input.interests)];
  if (input.creativeStyles !== undefined) changes.creativeStyles = [...new Set(input.creativeStyles)];
  if (input.birthDate !== undefined) changes.birthDate = birthDate(input.birthDate, now);
  if (input.locationDetails !== undefined) {
    changes.locationDetails = input.locationDetails && wholeLocation(input.locationDetails);
    // The text is made from the place, unless it is given too.
    if (input.location === undefined && input.locationDetails) {
      changes.location = input.locationDetails.displayName;
    }
  }
  if (input.platformHandles !== undefined) {
    const handles: Record<string, string> = { ...before.platformHandles };
    for (const [platform, handle] of Object.entries(input.platformHandles)) {
      if (handle === null) delete handles[platform];
      else if (handle !== undefined) handles[platform] = handle;
    }
    changes.platformHandles = handles;
  }
  const videos = referenceVideos(before, input, known);
  if (videos) changes.referenceVideos = videos;
  if (input.profilePicture !== undefined) changes.profilePicture = input.profilePicture;
  if (changes.name !== undefined || changes.handle !== undefined || changes.email !== undefined) {
    changes.searchWords = searchWords({ ...before, ...changes });
  }
  return changes;
}

function birthDate(value: string | null, now: number): string | null {
  if (value === null) return null;
  const age = ageOf(value, now);
  if (age < YOUNGEST || age > OLDEST)
    throw invalidField('/birthDate', `Must make the creator ${YOUNGEST} to ${OLDEST} years old.`, 'age');
  return value;
}

function wholeLocation(input: NonNullable<CreatorUpdateInput['locationDetails']>): LocationDetails {
  return {
    city: input.city,
    countryCode: input.countryCode,
    countryName: input.countryName,
    displayName: input.displayName,
    geonamesId: input.geonamesId ?? null,
    latitude: input.latitude ?? null,
    longitude: input.longitude ?? null,
    regionCode: input.regionCode ?? null,
    regionName: input.regionName ?? null,
  };
}

/**
 * Selections replace the list; `referenceVideos` then keeps and orders some of them, or adds uploaded files.
 * Null when neither is given.
 */
function referenceVideos(
  before: CreatorRow,
  input: CreatorUpdateInput,
  known: ReadonlyMap<string, ProfilePost>,
): StoredVideo[] | null {
  const chosen =
    input.referenceVideoSelections?.map((one, index) =>
      fromSelection(one, index, known.get(postAt(before.id, one.platform, one.sourceContentId))),
    ) ?? null;
  if (input.referenceVideos === undefined) return chosen;
  const pool = chosen ?? before.referenceVideos;
  return [...new Set(input.referenceVideos)].map((wanted, index) => {
    const found = pool.find((video) => video.post === wanted || video.file === wanted);
    if (!found && isFileId(wanted))
      return fromSelection({ platform: 'upload', sourceContentId: wanted }, index);
    if (!found)
      throw invalidField(`/referenceVideos/${index}`, 'Not one of the reference videos.', 'unknown_video');
    return found;
  });
}

function fromSelection(input: Selection, index: number, known?: ProfilePost): StoredVideo {
  const uploaded = input.platform === 'upload';
  // A platform's own asset ID is not one of our files.
  const file = [input.mediaAssetId, uploaded ? input.sourceContentId : null].find(isFileId) ?? null;
  if (uploaded && file === null)
    throw invalidField(
      `/referenceVideoSelections/${index}/sourceContentId`,
      'Not the ID of an uploaded file.',
      'not_a_file',
    );
  const image = input.thumbnailImage;
  return {
    platform: input.platform,
    post: uploaded ? null : input.sourceContentId,
    file,
    url: input.sourceUrl ?? known?.url ?? null,
    title: input.title ?? null,
    publishedAt: input.publishedAt ? new Date(input.publishedAt).toISOString() : null,
    durationLabel: input.durationLabel ?? null,
    thumbnailUrl: input.thumbnailUrl ?? null,
    thumbnailImage: image
      ? {
          fileId: image.fileId,
          url: image.url ?? null,
          width: image.width ?? null,
          height: image.height ?? null,
          blurHash: image.blurHash ?? null,
        }
      : null,
    videoUrl: input.videoUrl ?? null,
    ...(known && { isOwn: true }),
  };
}
