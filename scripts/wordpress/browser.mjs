// A visitor without scripts: keeps cookies, follows redirects of the same site, submits forms.
export function createBrowser(url) {
  const cookies = new Map();
  const send = async (route, options = {}) => {
    const response = await fetch(new URL(route, url), {
      ...options,
      redirect: 'manual',
      headers: {
        ...options.headers,
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    const { status, headers } = response;
    const text = await response.text();
    if (status < 300 || status > 399) return { status, headers, text };
    const target = new URL(headers.get('location'), new URL(route, url));
    return target.origin === url ? send(target.href) : { status, location: target.href };
  };
  const post = (route, fields) =>
    send(route, { method: 'POST', body: new URLSearchParams(fields) });
  return { send, post, get: (route) => send(route) };
}
