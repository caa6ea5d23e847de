import test from 'ava';
import { anOrder, JOB_ID } from '../../samples.test.data.js';
import { whySubject } from './why-subject.js';

const ONE = 'exactly one of transactionId, jobId, beneficiaryId and sessionId';

test('one id is what the question is about', (t) => {
  t.like(whySubject({ jobId: JOB_ID, transactionId: undefined }, '/query'), {
    right: { jobId: JOB_ID },
  });
});

test('without an id the answer says which there are', (t) => {
  t.like(whySubject({}, '/query'), {
    left: { issues: [{ pointer: '/query', code: 'required', detail: `needs ${ONE}` }] },
  });
});

test('each id beyond the first is a fault at its place', (t) => {
  const ids = { jobId: JOB_ID, transactionId: anOrder().transactionId };

  t.like(whySubject(ids, '/query'), {
    left: { issues: [{ pointer: '/query/jobId', code: 'invalid', detail: `expected ${ONE}` }] },
  });
});
