/** How many attempts may be under way to one webhook from one process, first ones and others. */
export const PLACES_MAX = 8;

/** Bounds what one webhook can hold up, whatever it does. */
export interface Places {
  /** Takes a place, and returns how to give it back, once; null when all are taken. */
  take(webhookId: string): (() => void) | null;
  underWay(webhookId: string): number;
  /** How many found no place since one was last given back. */
  turnedAway(webhookId: string): number;
}

export function createPlaces(max: number = PLACES_MAX): Places {
  const webhooks = new Map<string, { taken: number; turnedAway: number }>();
  return {
    take(webhookId) {
      const places = webhooks.get(webhookId) ?? { taken: 0, turnedAway: 0 };
      if (places.taken >= max) {
        places.turnedAway++;
        return null;
      }
      webhooks.set(webhookId, places);
      places.taken++;
      return () => {
        places.taken--;
        places.turnedAway = 0;
        if (places.taken === 0) webhooks.delete(webhookId);
      };
    },
    underWay: (webhookId) => webhooks.get(webhookId)?.taken ?? 0,
    turnedAway: (webhookId) => webhooks.get(webhookId)?.turnedAway ?? 0,
  };
}
