import { t } from '#web/i18n.ts'
import { Page } from '#web/ui/page.tsx'
import { InboxList } from './inbox-list.tsx'

/** What a patient is told of: results, answers and changes of appointments. */
export const MyNotificationsPanel = () => (
  <Page title={t('Notifications')} narrow>
    <InboxList pastLabel={t('Include older')} empty={t('New results and replies appear here. So do changes to your appointments.')} />
  </Page>
)
