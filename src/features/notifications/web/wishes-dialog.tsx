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
  emergency_access: t('Records opened in an emergency'),
  account_linked: t('Portal accounts that were linked'),
  account_to_confirm: t('Portal accounts to confirm'),
  critical_vitals: t('Critical vital signs'),
  results_to_approve: t('Results that wait for approval'),
  requisition_to_approve: t('Requisitions that wait for approval'),
  requisition_to_order: t('Requisitions that wait for their second approval'),
  orders_to_approve: t('Purchase orders that wait for approval'),
  bill_to_approve: t('Bills that differ from order or delivery'),
  count_to_approve: t('Stock counts that wait for approval'),
  stock_low: t('Low stock'),
  stock_out: t('Out of stock'),
  stock_expiring: t('Batches that expire within 30 days'),
  stock_expired: t('Batches that have expired'),
  recall_open: t('Recalls'),
  booking_requests: t('Public bookings'),
  appointment_freed: t('Appointments of patients who died'),
  prescription_requests: t('Prescriptions that patients sent in'),
  lab_requests: t('Laboratory requests of patients'),
  messages_failed: t('Messages that could not be sent'),
  analyser_inbox: t('Results of analysers that wait for somebody'),
  analyser_messages: t('Messages of analysers that could not be read'),
  backup_missing: t('No verified backup'),
  jobs_failed: t('Work in the background that failed'),
  jobs_late: t('Work in the background that is overdue'),
  disk_low: t('A disk that is nearly full'),
  certificate_expiring: t('A certificate that expires'),
  clocks_apart: t('Clocks that are apart'),
  results_released: t('New results'),
  prescription_answered: t('Answers of the pharmacy'),
  prescription_asked: t('Questions of the pharmacy'),
  lab_request_answered: t('Answers of the laboratory'),
  appointment_changed: t('Changes of my appointments'),
  appointment_cancelled: t('Appointments that the clinic cancelled'),
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
    <Modal opened onClose={onClose} title={t('What I am told of')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <FourStates
        query={wishes}
        isEmpty={({ length }) => length === 0}
        empty={<Empty icon={IconBell} title={t('Your rights bring no notifications')} />}
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
