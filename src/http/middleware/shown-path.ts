const ourId = /^([a-z]{2,4}_[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * The path of a route with the ids that were asked for in it. What has not the form of one of our
 * ids may be anything, an account number among it: its name stands there instead.
 */
export function shownPath(route: string, params: Readonly<Record<string, string>>): string {
  if (!route.includes(':')) return route;
  return route.replace(/:(\w+)/g, (written, name: string) => {
    const value = params[name] ?? '';
    return ourId.test(value) ? value : written;
  });
}
