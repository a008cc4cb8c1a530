import { Button, Modal } from '@mantine/core'
import { call } from '#web/api.ts'
import { askReason } from '#web/dialogs.ts'
import { date, dateTime } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/rights.ts'
import { useDeed } from '#web/use-deed.ts'
import { changeAnnouncement } from '../contract.ts'
import { AnnouncementState } from './announcement-state.tsx'
import type { AnnouncementRow } from './announcements-page.tsx'

/** One announcement in full; whoever may write them withdraws it here. */
export const AnnouncementDialog = ({ announcement, onClose }: { announcement: AnnouncementRow; onClose: () => void }) => {
  const { id, title, content, channel_name, created_at, created_by_name, expires_on, withdrawn_at, version } = announcement
  const { can } = useRights()
  const { run, isRunning } = useDeed()
  const withdraw = async () => {
    const reason = await askReason({
      title: t('Withdraw “{{title}}”?', { title }),
      text: t('It stays readable among those that do not stand any more, with the reason.'),
      action: t('Withdraw'),
      isGrave: true,
    })
    if (reason === null) return
    const body = { withdraw_reason: reason, version }
    run(() => call(changeAnnouncement, { params: { id }, body }), t('The announcement was withdrawn.'))
  }
  const facts: [string, string | null][] = [
    [t('Channel'), channel_name],
    [t('By'), created_by_name],
    [t('When'), dateTime(created_at)],
    [t('Stands until'), expires_on && date(expires_on)],
    [t('Withdrawn'), withdrawn_at && [dateTime(withdrawn_at), announcement.withdrawn_by_name].join(' · ')],
    [t('Reason'), announcement.withdraw_reason],
  ]
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        <div className="row">
          <AnnouncementState of={announcement} />
        </div>
        <p className="announcement-text">{content}</p>
        <dl className="facts">
          {facts.map(
            ([label, text]) =>
              text && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className="num">
                    <bdi>{text}</bdi>
                  </dd>
                </div>
              ),
          )}
        </dl>
        <div className="form-foot">
          <span className="grow" />
          {!withdrawn_at && can(changeAnnouncement) && (
            <Button loading={isRunning} onClick={() => void withdraw()}>
              {t('Withdraw')}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
