// Other people's OAuth clients, unmodified, complete the whole flow: discovery, registration, consent, token,
// an API call, another token, revocation. Their own options allow http on loopback.
import * as mcp from '@modelcontextprotocol/client';
import * as mcpBefore from '@modelcontextprotocol/sdk/client/auth.js';
import * as oauth from 'oauth4webapi';
import * as openid from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConsoleWorld } from '../support/console.ts';
import { HttpPerson } from '../support/person.ts';

/** Nothing listens there: only the URL that the browser is sent to matters. */
const CALLBACK = 'http://127.0.0.1:8976/callback';
const METADATA = { client_name: 'Desk', redirect_uris: [CALLBACK] };

export function oauthClients(world: () => ConsoleWorld): void {
  describe("a stranger's client", () => {
    let base: string;
    let brand: string;
    let person: HttpPerson;
    let resource: URL;

    beforeAll(() => {
      base = world().service.baseUrl;
      const { accounts, people } = world().service.demo;
      brand = accounts.brand;
      person = new HttpPerson(base, people.owner);
      resource = new URL(`${base}/v1`);
    });

    const accountOf = async (token: string) => {
      const answer = await fetch(`${base}/v1/account`, { headers: { Authorization: `Bearer ${token}` } });
      return answer.ok ? ((await answer.json()) as { data: { id: string } }).data.id : answer.status;
    };

    it('oauth4webapi', async () => {
      const loopback = { [oauth.allowInsecureRequests]: true };
      const { authorization_servers } = await oauth.processResourceDiscoveryResponse(
        resource,
        await oauth.resourceDiscoveryRequest(resource, loopback),
      );
      const issuer = new URL(authorization_servers![0]!);
      const server = await oauth.processDiscoveryResponse(
        issuer,
        await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...loopback }),
      );
      const client = await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(server, METADATA, loopback),
      );
      const basic = oauth.ClientSecretBasic(client.client_secret as string);
      const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()];
      const url = new URL(server.authorization_endpoint!);
      url.search = String(
        new URLSearchParams({
          response_type: 'code',
          client_id: client.client_id,
          redirect_uri: CALLBACK,
          scope: 'write offline_access',
          state,
          resource: resource.href,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      );
      const answer = oauth.validateAuthResponse(server, client, await person.allow(url, brand), state);
      const tokens = await oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(
          server,
          client,
          basic,
          answer,
          CALLBACK,
          verifier,
          loopback,
        ),
      );
      const called = await oauth.protectedResourceRequest(
        tokens.access_token,
        'GET',
        new URL(`${base}/v1/account`),
        undefined,
        null,
        loopback,
      );
      expect(called.status).toBe(200);
      const renewed = await oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, basic, tokens.refresh_token!, loopback),
      );
      expect(await accountOf(renewed.access_token)).toBe(brand);
      await oauth.processRevocationResponse(
        await oauth.revocationRequest(server, client, basic, renewed.refresh_token!, loopback),
      );
      expect(await accountOf(renewed.access_token)).toBe(401);
    });

    it('openid-client', async () => {
      const issuer = new URL(`${base}/api/auth`);
      const config = await openid.dynamicClientRegistration(
        issuer,
        { ...METADATA, token_endpoint_auth_method: 'client_secret_basic' },
        openid.ClientSecretBasic(),
        { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
      );
      const verifier = openid.randomPKCECodeVerifier();
      const state = openid.randomState();
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: CALLBACK,
        scope: 'read offline_access',
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const tokens = await openid.authorizationCodeGrant(config, await person.allow(url, brand), {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      const called = await openid.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL(`${base}/v1/account`),
        'GET',
      );
      expect(called.status).toBe(200);
      const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
      expect(await accountOf(renewed.access_token)).toBe(brand);
      await openid.tokenRevocation(config, renewed.refresh_token!);
      expect(await accountOf(renewed.access_token)).toBe(401);
    });

    /** The storage of an application of the Model Context Protocol, which both of its packages need. */
    const keeper = () => {
      const kept: Record<string, unknown> = {};
      return {
        kept: kept as { url?: URL; tokens?: mcp.OAuthTokens; client?: mcp.OAuthClientInformationFull },
        provider: {
          redirectUrl: CALLBACK,
          clientMetadata: { ...METADATA, token_endpoint_auth_method: 'none' },
          state: () => 'state-of-this-person',
          clientInformation: () => kept.client as never,
          saveClientInformation: (client: unknown) => void Object.assign(kept, { client }),
          tokens: () => kept.tokens as never,
          saveTokens: (tokens: unknown) => void Object.assign(kept, { tokens }),
          redirectToAuthorization: (url: URL) => void Object.assign(kept, { url }),
          saveCodeVerifier: (verifier: string) => void Object.assign(kept, { verifier }),
          codeVerifier: () => kept.verifier as string,
          discoveryState: () => kept.discovery as never,
          saveDiscoveryState: (discovery: unknown) => void Object.assign(kept, { discovery }),
        },
      };
    };

    it.each([
      ['@modelcontextprotocol/sdk', mcpBefore],
      ['@modelcontextprotocol/client', mcp],
    ])('%s', async (_, library) => {
      const { kept, provider } = keeper();
      const refused = await fetch(`${base}/v1/account`);
      const { resourceMetadataUrl } = library.extractWWWAuthenticateParams(refused);
      const options = { serverUrl: resource, resourceMetadataUrl: resourceMetadataUrl! };
      const auth = library.auth as typeof mcp.auth;
      expect(await auth(provider, options)).toBe('REDIRECT');
      const back = await person.allow(kept.url!, brand);
      expect(back.searchParams.get('state')).toBe('state-of-this-person');
      const answer = {
        authorizationCode: back.searchParams.get('code')!,
        iss: back.searchParams.get('iss')!,
      };
      expect(await auth(provider, { ...options, ...answer })).toBe('AUTHORIZED');
      const first = kept.tokens!;
      expect(await accountOf(first.access_token)).toBe(brand);
      expect(await auth(provider, options)).toBe('AUTHORIZED');
      const { access_token, refresh_token } = kept.tokens!;
      expect(access_token).not.toBe(first.access_token);
      expect(await accountOf(access_token)).toBe(brand);
      // Neither package revokes by itself.
      const { client_id, client_secret } = kept.client!;
      const revoked = await fetch(`${base}/api/auth/oauth2/revoke`, {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
        body: new URLSearchParams({ token: refresh_token! }),
      });
      expect(revoked.status).toBe(200);
      expect(await accountOf(access_token)).toBe(401);
    });
  });
}
