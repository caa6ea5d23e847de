/**
 * The partner API as Koa middleware that a team mounts in its own app.
 *
 * @packageDocumentation
 */
export { CLOSED_HEADERS } from './http/closed-headers.js';
export { isUtf8Of, withoutMark } from './http/body/media-type.js';
export { proxiesOf, type Proxies, type TrustedProxies } from './http/limits/proxies.js';
export type { RateLimitOption } from './http/limits/rate-limits.js';
export { readablePath } from './http/own-path.js';
export { requestIdOf } from './http/request-id.js';
export { hundi } from './hundi.js';
export { hundiCheckout } from './hundi-checkout.js';
export { hundiPortal } from './hundi-portal.js';
export { hundiDocs, type HundiDocsOptions } from './hundi-docs.js';
export { hundiListener, type HundiListener, type HundiListenerOptions } from './hundi-listener.js';
export type { HundiMount } from './hundi-mount.js';
export { hundiPages } from './hundi-pages.js';
export { hundiPortalPages, type HundiPortalPagesOptions } from './hundi-portal-pages.js';
export { pageFrame, readerOf, type PageReader } from './pages/page-frame.js';
export type { Document as HostedDocument, Press, Reader } from './pages/document.js';
export { Sentence } from './pages/sentence.js';
export type { Language } from './pages/texts/languages.js';
export type { Page as HostedPage } from './pages/page.js';
export { PORTAL_STYLE } from './pages/portal/style.js';
export type { PageStyle } from './pages/theme/page-style.js';
export type { Theme, ThemeColours } from './pages/theme/theme.js';
export { jsonSchemaOf } from './openapi/schema-document.js';
export type { Schema } from './openapi/model.js';
export { problemTypeOf } from './problem/problem-type-of.js';
export { answerFailure } from './problem/reply.js';
export { PROBLEM_TYPES, type ProblemKind, type ProblemType } from './problem/problem-types.js';
export {
  SECURITY_EVENTS,
  type SecurityEvent,
  type SecurityEventName,
  type Who,
} from './security/security-event.js';
export type { HundiPagesOptions } from './mounted-pages.js';
export type { HundiOptions, Incident, RequestLog } from './options.js';
export { hardenServer, serverOptions } from './server.js';
