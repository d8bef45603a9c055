const ourId = /^([a-z]{2,4}_[0-9a-z]{26}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * The path of a route with the requested ids filled in. A parameter that does not have the form of
 * an id of ours may be personal data; its name is shown in place of its value.
 */
export function shownPath(route: string, params: Readonly<Record<string, string>>): string {
  if (!route.includes(':')) return route;
  return route.replace(/:(\w+)/g, (written, name: string) => {
    const value = params[name] ?? '';
    return ourId.test(value) ? value : written;
  });
}
