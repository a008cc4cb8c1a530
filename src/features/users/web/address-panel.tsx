import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { dayOf } from '#web/text/format.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { getMe, confirmEmailCode, sendEmailCode } from '../contract.ts'

const CodeForm = ({ email }: { email: string }) => {
  const { run, isRunning } = useAction()
  const typed = useEndpointForm(confirmEmailCode, {
    initialValues: { code: '' },
    onSaved: () => toast.done(t('E-mail address verified.')),
  })
  return (
    <>
      <p>{t('We sent a code to {email}. Enter it here to confirm that the address is yours.', { email })}</p>
      <EndpointForm
        form={typed}
        save={t('Verify')}
        isAside
        extra={
          <Button loading={isRunning} onClick={() => run(() => call(sendEmailCode, { body: {} }), t('A new code has been sent.'))}>
            {t('Send a new code')}
          </Button>
        }
      >
        <TextInput label={t('Code')} autoComplete="one-time-code" required {...typed.form.getInputProps('code')} />
      </EndpointForm>
    </>
  )
}

const AddressState = ({ me }: { me: ResponseOf<typeof getMe> }) => {
  if (me.email_verified_at !== null)
    return (
      <p>
        <Status tone="done">{t('Verified on {day}', { day: dayOf(me.email_verified_at) })}</Status>
      </p>
    )
  return me.verifies_email ? <CodeForm email={me.email} /> : <p>{t('Not verified: this clinic does not send e-mail.')}</p>
}

/** Whether the address that the person signs in with is known to be theirs, and how it becomes so. */
export const AddressPanel = () => (
  <section className="section form-stack" aria-label={t('E-mail address')}>
    <h2>{t('E-mail address')}</h2>
    <FourStates query={useQuery(query(getMe))}>{(me) => <AddressState me={me} />}</FourStates>
  </section>
)
