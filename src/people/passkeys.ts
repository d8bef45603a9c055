import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as factors from './store/factors';
import type { Person } from './store/people';
import { Problem } from '../kernel/rules/problem';
import type { Realm } from '../kernel/rules/realm';
import type { Deps } from '../deps';

type Doing = Pick<Deps, 'db' | 'config' | 'log'>;

export interface Holder {
  readonly person: Person;
  readonly sessionId: string;
  readonly realm: Realm;
}

/** Loaded on first use: few processes verify passkeys. */
const library = () => import('@simplewebauthn/server');

/** A passkey is bound to the host name of PUBLIC_URL, an operator's to that of CONSOLE_URL. */
const site = ({ config }: Pick<Deps, 'config'>, { realm }: Pick<Holder, 'realm'>) => {
  const { consoleUrl, publicUrl } = config.http;
  const { hostname, origin } = new URL(realm === 'operator' ? consoleUrl : publicUrl);
  return { rpID: hostname, expectedOrigin: origin, expectedRPID: hostname };
};

const descriptors = (passkeys: readonly factors.Passkey[]) =>
  passkeys.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: [...transports],
  }));

/** The JSON for `navigator.credentials.create`, with a new challenge. */
export async function newPasskeyOptions(deps: Doing, { person, sessionId, realm }: Holder) {
  const { generateRegistrationOptions } = await library();
  const known = await factors.listPasskeys(deps.db, person.id);
  const options = await generateRegistrationOptions({
    rpName: deps.config.brand.name,
    rpID: site(deps, { realm }).rpID,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: descriptors(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  const { challenge } = options;
  await factors.insertChallenge(deps.db, { challenge, sessionId, purpose: 'add' });
  return JSON.stringify(options);
}

/**
 * The JSON for `navigator.credentials.get`, with a new challenge. Null for a person without a
 * passkey.
 */
export async function passkeyOptions(
  deps: Doing,
  { person, sessionId, realm }: Holder,
): Promise<string | null> {
  const known = await factors.listPasskeys(deps.db, person.id);
  if (known.length === 0) return null;
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: site(deps, { realm }).rpID,
    allowCredentials: descriptors(known),
    userVerification: 'required',
  });
  const { challenge } = options;
  await factors.insertChallenge(deps.db, { challenge, sessionId, purpose: 'confirm' });
  return JSON.stringify(options);
}

/** Throws Problem `wrong_factor` for a text that is not a response of a browser. */
function readResponse<Response>(text: string): { response: Response; challenge: string } {
  try {
    const response = JSON.parse(text) as { response: { clientDataJSON: string } };
    const client = Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8');
    const { challenge } = JSON.parse(client) as { challenge: string };
    return { response: response as Response, challenge: String(challenge) };
  } catch {
    throw new Problem('wrong_factor');
  }
}

/** Uses the challenge up, whether or not the response is valid. Throws Problem `wrong_factor`. */
async function demandChallenge(
  deps: Doing,
  challenge: string,
  { sessionId }: Holder,
  purpose: 'add' | 'confirm',
): Promise<void> {
  const isOurs = await factors.takeChallenge(deps.db, { challenge, sessionId, purpose });
  if (!isOurs) throw new Problem('wrong_factor');
}

/** The library throws for a response that proves nothing. Throws Problem `wrong_factor`. */
async function verified<Result extends { readonly verified: boolean }>(
  deps: Doing,
  verification: Promise<Result>,
): Promise<Result & { readonly verified: true }> {
  const result = await verification.catch((error: unknown) => {
    deps.log.info({ reason: String(error) }, 'passkey refused');
    return null;
  });
  if (result?.verified !== true) throw new Problem('wrong_factor');
  return result as Result & { readonly verified: true };
}

/** Throws Problem `wrong_factor`. */
export async function verifyNewPasskey(
  deps: Doing,
  holder: Holder,
  text: string,
): Promise<Omit<factors.Passkey, 'id'>> {
  const { response, challenge } = readResponse<RegistrationResponseJSON>(text);
  await demandChallenge(deps, challenge, holder, 'add');
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verified(
    deps,
    verifyRegistrationResponse({
      ...site(deps, holder),
      response,
      expectedChallenge: challenge,
      requireUserVerification: true,
    }),
  );
  if (registrationInfo === undefined) throw new Problem('wrong_factor');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    signatures: counter,
    transports,
  };
}

/** The caller stores the new count of signatures. Throws Problem `wrong_factor`. */
export async function verifyPasskey(
  deps: Doing,
  holder: Holder,
  text: string,
): Promise<{ readonly factorId: string; readonly signatures: number }> {
  const { response, challenge } = readResponse<AuthenticationResponseJSON>(text);
  await demandChallenge(deps, challenge, holder, 'confirm');
  const known = await factors.listPasskeys(deps.db, holder.person.id);
  const passkey = known.find(({ credentialId }) => credentialId === response.id);
  if (passkey === undefined) throw new Problem('wrong_factor');
  const { verifyAuthenticationResponse } = await library();
  const { authenticationInfo } = await verified(
    deps,
    verifyAuthenticationResponse({
      ...site(deps, holder),
      response,
      expectedChallenge: challenge,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signatures,
      },
    }),
  );
  return { factorId: passkey.id, signatures: authenticationInfo.newCounter };
}
