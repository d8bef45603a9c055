import type { RunContext } from '../load/run-context';
import { checkoutPath } from '../load/visitor';
import type { LinkFact, PageFact } from './facts';

/** The links of the run, read by the API keys of their merchants. */
export const readLinks = ({ apiUrl, callGateway, merchants, log }: RunContext) =>
  Promise.all(
    log.links.map(async (link): Promise<LinkFact> => {
      const owner = Object.values(merchants).find((each) => each.merchantId === link.merchantId);
      const url = `${apiUrl}/Thai/v1/payment-links/${link.linkId}`;
      const answer = await callGateway({ url, method: 'GET', key: owner?.apiKey ?? null });
      if (answer.status !== 200) throw new Error(`reading a link: ${answer.status} ${answer.body}`);
      const { payments_succeeded: succeeded } = JSON.parse(answer.body) as {
        readonly payments_succeeded: number;
      };
      return { ...link, succeeded };
    }),
  );

/** What the checkouts of the run show to their payers. */
export const readPages = ({ apiUrl, callGateway, log }: RunContext) =>
  Promise.all(
    [...log.shown].map(async ([qrCodeId, shown]): Promise<PageFact> => {
      const url = `${apiUrl}${checkoutPath(qrCodeId)}/state`;
      const { status, body } = await callGateway({ url, method: 'GET', key: null });
      if (status !== 200) throw new Error(`reading a checkout: ${status} ${body}`);
      const { state } = JSON.parse(body) as { readonly state: string };
      return { qrCodeId, shown: [...shown], state };
    }),
  );
