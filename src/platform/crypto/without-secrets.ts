/** Finds secrets also where JSON, a URL or a form has escaped them. */
export function withoutSecrets(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .filter(isEncodable)
    .flatMap((secret) => [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      new URLSearchParams({ v: secret }).toString().slice(2),
    ]);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '[secret]'), text);
}

/** No request can contain an unpaired surrogate, and `encodeURIComponent` throws for one. */
const isEncodable = (secret: string): boolean => secret !== '' && !/\p{Surrogate}/u.test(secret);
