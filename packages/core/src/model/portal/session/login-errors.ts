/** The login challenge does not exist, or it expired long ago. */
export const LoginNotFound = () => ({ _tag: 'LoginNotFound' }) as const;
export type LoginNotFound = ReturnType<typeof LoginNotFound>;

/** The code is not the one that was mailed. */
export const WrongLoginCode = () => ({ _tag: 'WrongLoginCode' }) as const;
export type WrongLoginCode = ReturnType<typeof WrongLoginCode>;

/** The code is void: no code opens anything under this id any more. */
export const LoginCodeVoid = (reason: 'used' | 'locked' | 'expired') =>
  ({ _tag: 'LoginCodeVoid', reason }) as const;
export type LoginCodeVoid = ReturnType<typeof LoginCodeVoid>;

/** No session, an unknown, ended or expired one, or one whose person may not come in any more: all the same. */
export const InvalidSession = () => ({ _tag: 'InvalidSession' }) as const;
export type InvalidSession = ReturnType<typeof InvalidSession>;

/** The person has no such session, or it is over. */
export const SessionNotFound = () => ({ _tag: 'SessionNotFound' }) as const;
export type SessionNotFound = ReturnType<typeof SessionNotFound>;
