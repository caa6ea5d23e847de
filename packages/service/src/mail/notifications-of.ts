import type { HostedPages, Notifications } from '@hundi/core';
import type { Config } from '../config/config.js';

type MailSettings = Pick<Config, 'notifications' | 'smtpUrl' | 'sandbox' | 'portalPages'>;

/**
 * Has people mailed of what waits for them: undefined where the configuration says no, or mails have nowhere to go. A mail
 * names the portal where this service has its pages.
 */
export const notificationsOf = (
  { notifications, smtpUrl, sandbox, portalPages }: MailSettings,
  { baseUrl }: Pick<HostedPages, 'baseUrl'>,
): Notifications | undefined =>
  notifications && (smtpUrl !== undefined || sandbox)
    ? { portalUrl: () => (portalPages ? `${baseUrl()}/portal` : undefined) }
    : undefined;
