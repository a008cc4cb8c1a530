import { Modal, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { getNotificationPreferences, updateNotificationPreferences } from '../contract.ts'
import type { Kind } from '../rules.ts'

const words = (): Record<Kind, string> => ({
  critical_result: t('Critical laboratory values'),
  emergency_access: t('Emergency access to records'),
  account_linked: t('Linked portal accounts'),
  account_to_confirm: t('Portal accounts to confirm'),
  critical_vitals: t('Critical vital signs'),
  results_to_approve: t('Results to approve'),
  requisition_to_approve: t('Requisitions to approve'),
  requisition_to_order: t('Requisitions for second approval'),
  orders_to_approve: t('Purchase orders to approve'),
  bill_to_approve: t('Supplier invoices with differences'),
  count_to_approve: t('Stock counts to approve'),
  stock_low: t('Low stock'),
  stock_out: t('Out of stock'),
  stock_expiring: t('Batches expiring within 30 days'),
  stock_expired: t('Expired batches'),
  recall_open: t('Recalls'),
  booking_requests: t('Public bookings'),
  appointment_freed: t('Appointments of deceased patients'),
  prescription_requests: t('Prescriptions sent by patients'),
  lab_requests: t('Laboratory requests from patients'),
  messages_failed: t('Messages not sent'),
  analyser_inbox: t('Analyser results to resolve'),
  analyser_messages: t('Unreadable analyser messages'),
  backup_missing: t('No verified backup'),
  jobs_failed: t('Failed background jobs'),
  jobs_late: t('Overdue background jobs'),
  disk_low: t('Disk nearly full'),
  certificate_expiring: t('Expiring certificate'),
  clocks_apart: t('Clock differences'),
  results_released: t('New results'),
  prescription_answered: t('Replies from the pharmacy'),
  prescription_asked: t('Questions from the pharmacy'),
  lab_request_answered: t('Replies from the laboratory'),
  appointment_changed: t('Changes to my appointments'),
  appointment_cancelled: t('Appointments cancelled by the clinic'),
})

/** What is switched on and off, by its name. */
const kindWord = (kind: Kind): string => words()[kind]

type Wish = ResponseOf<typeof getNotificationPreferences>[number]

const offAfter = (wishes: readonly Wish[], changed: Wish) =>
  wishes.filter(({ kind, is_off }) => (kind === changed.kind ? !is_off : is_off)).map(({ kind }) => kind)

/** Which kinds of notifications somebody wants: kept as they are chosen. */
export const WishesDialog = ({ onClose }: { onClose: () => void }) => {
  const asked = query(getNotificationPreferences)
  const wishes = useQuery(asked)
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (off: Wish['kind'][]) => call(updateNotificationPreferences, { body: { off } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(asked.queryKey, saved)
      void queryClient.invalidateQueries()
    },
    onError: (error) => toast.failed(error),
  })
  return (
    <Modal opened onClose={onClose} title={t('Notification settings')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates
        query={wishes}
        isEmpty={({ length }) => length === 0}
        empty={<Empty icon={IconBell} title={t('No notifications for your permissions')} />}
      >
        {(rows) => (
          <div className="form-stack">
            {rows.map((wish) => (
              <Switch
                key={wish.kind}
                size="md"
                label={kindWord(wish.kind)}
                description={wish.may_be_off ? undefined : t('Critical: always on')}
                checked={!wish.is_off}
                disabled={!wish.may_be_off || isPending}
                onChange={() => mutate(offAfter(rows, wish))}
              />
            ))}
          </div>
        )}
      </FourStates>
    </Modal>
  )
}
