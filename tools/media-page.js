// Runs in a browser page for make-media.ts: draws pictures and encodes videos. Each function returns base64
// by file name.
/* global Mediabunny, document */

function drawing(width, height) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#2f6fd0');
  sky.addColorStop(0.6, '#f4c9a0');
  sky.addColorStop(1, '#3b5a2a');
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#fff3b0';
  context.beginPath();
  context.arc(width * 0.7, height * 0.3, height * 0.12, 0, Math.PI * 2);
  context.fill();
  return canvas;
}

/** Draws one frame of a moving square. */
function drawFrame(canvas, frame) {
  const context = canvas.getContext('2d');
  context.fillStyle = '#224466';
  context.fillRect(0, 0, 180, 320);
  context.fillStyle = '#ffcc00';
  context.fillRect((frame % 20) * 8, (frame % 20) * 14, 24, 24);
}

const screen = () => Object.assign(document.createElement('canvas'), { width: 180, height: 320 });

globalThis.makeImages = () => {
  const still = screen();
  drawFrame(still, 8);
  const encoded = (canvas, type) => canvas.toDataURL(type, 0.8).split(',')[1];
  return {
    'photo.jpg': encoded(drawing(320, 200), 'image/jpeg'),
    'logo.png': encoded(drawing(160, 160), 'image/png'),
    'photo.png': encoded(drawing(160, 100), 'image/png'),
    'clip-still.jpg': encoded(still, 'image/jpeg'),
    'photo.webp': encoded(drawing(320, 200), 'image/webp'),
  };
};

/** Encodes a moving square of a few seconds. */
async function encoded(format, codec, seconds = 2) {
  const canvas = screen();
  const output = new Mediabunny.Output({ format, target: new Mediabunny.BufferTarget() });
  const source = new Mediabunny.CanvasSource(canvas, { codec, bitrate: 100_000 });
  output.addVideoTrack(source, { frameRate: 10 });
  await output.start();
  for (let frame = 0; frame < 10 * seconds; frame++) {
    drawFrame(canvas, frame);
    await source.add(frame / 10, 0.1);
  }
  await output.finalize();
  let binary = '';
  for (const byte of new Uint8Array(output.target.buffer)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

globalThis.makeVideos = async () => ({
  // Every ad platform accepts a video of this length.
  'ad.mp4': await encoded(new Mediabunny.Mp4OutputFormat({ fastStart: 'in-memory' }), 'vp9', 6),
  'clip.mp4': await encoded(new Mediabunny.Mp4OutputFormat({ fastStart: 'in-memory' }), 'vp9'),
  'clip-fragmented.mp4': await encoded(new Mediabunny.Mp4OutputFormat({ fastStart: 'fragmented' }), 'vp9'),
  'clip.mov': await encoded(new Mediabunny.MovOutputFormat(), 'vp9'),
  'clip.webm': await encoded(new Mediabunny.WebMOutputFormat(), 'vp8'),
});
