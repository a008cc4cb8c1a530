import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ApiError, call, messageOf, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { PlainPage } from '#web/plain-page.tsx'
import { Failed, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { getOptOut, optOut } from '../contract.ts'

const Choice = ({ token }: { token: string }) => {
  const params = { token }
  const state = useQuery(query(getOptOut, { params }))
  const action = useMutation({ mutationFn: () => call(optOut, { params }) })
  if (state.error instanceof ApiError && state.error.status === 404)
    return <Note tone="attention">{t('This link is incomplete. Open it again from the message.')}</Note>
  if (state.error) return <Failed error={state.error} retry={() => void state.refetch()} />
  if (!state.data) return <Loading />
  const { masked_address, is_opted_out } = action.data ?? state.data
  if (is_opted_out)
    return (
      <Note tone="done">
        {t('Messages to {address} are stopped. To receive messages again, contact the clinic.', { address: masked_address })}
      </Note>
    )
  return (
    <>
      <p>{t('The clinic sends messages about your appointments to {address}.', { address: masked_address })}</p>
      {action.error && (
        <Note tone="critical" alert>
          {t(messageOf(action.error))}
        </Note>
      )}
      <Button variant="filled" loading={action.isPending} onClick={() => action.mutate()}>
        {t('Stop messages to me')}
      </Button>
    </>
  )
}

/** Where the link at the end of a message leads: one button, and no more messages come. */
export const OptOutPage = () => {
  const { token = '' } = useParams()
  return (
    <PlainPage title={t('Messages from the clinic')}>
      <Choice token={token} />
    </PlainPage>
  )
}
