const ourId = /^([a-z]{2,4}_[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Fills in ids of the gateway only: any other parameter may be personal data. */
export function shownPath(route: string, params: Readonly<Record<string, string>>): string {
  if (!route.includes(':')) return route;
  return route.replace(/:(\w+)/g, (written, name: string) => {
    const value = params[name] ?? '';
    return ourId.test(value) ? value : written;
  });
}
