import { t } from '#web/i18n.ts'
import { Page } from '#web/ui/page.tsx'
import { InboxList } from './inbox-list.tsx'

/** Everything that waits for this person, and what they want to be told of. */
export const NotificationsPage = () => (
  <Page title={t('Notifications')} narrow>
    <InboxList pastLabel={t('Also what was dealt with')} empty={t('What you have to know or to do appears here by itself.')} />
  </Page>
)
