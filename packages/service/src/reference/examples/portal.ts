import assert from 'node:assert/strict';
import { memoryStorage } from '@hundi/adapter-memory';
import { codeOfApp, createSandbox, demoDocument } from '@hundi/testkit';
import { answerOf, codeIn, refusalOf, type Stories } from './opening.js';

export const portal: Stories = {
  'A person logs in by a mailed code, confirms the session by another, and logs out': async ({
    engine,
    mailbox,
  }) => {
    const email = 'maker@acme.example';
    const login = answerOf(await engine.requestLogin({ email }));
    const step = answerOf(
      await engine.confirmLogin({ ...login, code: codeIn(mailbox.mails(email)) }),
    );
    assert('token' in step);
    const person = answerOf(await engine.authenticateSession(step.token));
    const { username } = answerOf(await engine.getProfile(person));
    assert.equal(username, 'maker');
    // Before they change what opens doors for others, in a session that is older than five minutes:
    const confirmation = answerOf(await engine.requestConfirmation(person));
    answerOf(
      await engine.confirmSession(person, {
        ...confirmation,
        code: codeIn(mailbox.mails(email)),
      }),
    );
    await engine.logout(person);
    assert.equal(refusalOf(await engine.authenticateSession(step.token)), 'InvalidSession');
  },
  'A person whom the bank logged in keeps a file of payments, and ends their session': async ({
    engine,
    tenant,
    clock,
  }) => {
    const step = answerOf(
      await engine.openBankSession({
        ...tenant,
        userId: 'u-maker',
        factors: [],
        authenticatedAt: clock.now(),
      }),
    );
    assert('token' in step);
    const person = answerOf(await engine.authenticateSession(step.token));
    const { uploadId } = answerOf(await engine.keepUpload(person, { content: '{"payments":[]}' }));
    assert.equal(answerOf(await engine.getUpload(person, { uploadId })), '{"payments":[]}');
    const [session] = await engine.listSessions(person);
    assert(session !== undefined);
    answerOf(await engine.endOwnSession(person, { sessionId: session.sessionId }));
    assert.deepEqual(await engine.listSessions(person), []);
  },
  'Where the corporate asks for a second factor at login, a person gives theirs after the mailed code':
    async () => {
      const { engine, clock, mailbox } = await createSandbox({
        storage: memoryStorage(),
        document: demoDocument({ secondFactor: { login: 'any', approval: 'none' } }),
      });
      const email = 'maker@acme.example';
      const logIn = async () => {
        const login = answerOf(await engine.requestLogin({ email }));
        const code = codeIn(mailbox.mails(email));
        return answerOf(await engine.confirmLogin({ ...login, code }));
      };
      const first = await logIn();
      assert('token' in first); // it opens the enrolment, and nothing else
      const person = answerOf(await engine.authenticateSession(first.token, 'to_enrol'));
      const { factorId, uri = '' } = answerOf(
        await engine.enrolFactor(person, { kind: 'totp', name: 'Phone' }),
      );
      const proof = { factorId, code: codeOfApp(uri, clock.now()) };
      answerOf(await engine.confirmFactor(person, proof));
      clock.advance(30_000); // each code of the app opens one thing
      const second = await logIn();
      assert('next' in second);
      const { challengeId } = second.next;
      const opened = answerOf(
        await engine.giveLoginFactor({ challengeId, code: codeOfApp(uri, clock.now()) }),
      );
      answerOf(await engine.authenticateSession(opened.token));
    },
};
