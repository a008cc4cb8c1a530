import { t } from '#web/i18n.ts'
import { Page } from '#web/ui/page.tsx'
import { InboxList } from './inbox-list.tsx'

/** Everything that waits for this person, and what they want to be told of. */
export const NotificationsPage = () => (
  <Page title={t('Notifications')} narrow>
    <InboxList pastLabel={t('Include resolved')} empty={t('Notifications and tasks appear here automatically.')} />
  </Page>
)
