import { Modal, Switch } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconBell } from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { Empty, FourStates } from '#web/ui/four-states.tsx'
import { getNotificationPreferences, updateNotificationPreferences } from '../contract.ts'
import { kindWord } from './kind-words.ts'

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
        of={wishes}
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
