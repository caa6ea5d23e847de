// The code of an integrator: `partner-api.ts` is generated from /openapi.json, everything else follows from it.
import createClient from 'openapi-fetch';
import type { components, paths } from './partner-api.js';

type Payment = components['schemas']['Instruction'];
type Transaction = components['schemas']['TransactionObject'];

/** A partner's software, seen from the service that it calls. */
export const partner = (baseUrl: string, apiKey: string) => {
  const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': apiKey } });

  const refused = ({ type, detail }: components['schemas']['Problem']): Error =>
    new Error(`${type}: ${detail}`);

  return {
    /** The id of the payee of this name. */
    payee: async (name: string): Promise<string> => {
      const { data, error } = await client.GET('/v1/partner/beneficiaries', {
        params: { query: { search: name } },
      });
      if (error !== undefined) throw refused(error);
      const found = data.items.find((item) => item.name === name);
      if (found === undefined) throw new Error(`nobody is called ${name}`);
      return found.beneficiaryId;
    },

    /** Pays once, however often it is sent under this key; answers the transactions in the order of the payments. */
    pay: async (key: string, payments: Payment[]): Promise<ReadonlyArray<string>> => {
      const { data, error } = await client.POST('/v1/partner/payments/batches', {
        params: { header: { 'Idempotency-Key': key } },
        body: { initiatedByUserId: 'u-maker', apiRefNumber: key, payments },
      });
      if (error !== undefined) throw refused(error);
      return data.transactions.map(({ transactionId }) => transactionId);
    },

    transaction: async (transactionId: string): Promise<Transaction> => {
      const { data, error } = await client.GET(
        '/v1/partner/payments/transactions/{transactionId}',
        {
          params: { path: { transactionId } },
        },
      );
      if (error !== undefined) throw refused(error);
      return data;
    },
  };
};
