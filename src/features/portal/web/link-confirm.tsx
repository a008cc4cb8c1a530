import { Button, TextInput } from '@mantine/core'
import type { ResponseOf } from '#shared/endpoint.ts'
import { confirmOwnLink, sendOwnLinkCode, type getOwnLink } from '#features/patients/contract-own.ts'
import { call } from '#web/calls/api.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { t } from '#web/i18n.ts'
import { dateTime } from '#web/text/format.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { Note } from '#web/ui/status.tsx'

type Waiting = NonNullable<ResponseOf<typeof getOwnLink>['request']>

const EnterCode = ({ contacts, onLinked }: Pick<Waiting, 'contacts'> & { onLinked: () => void }) => {
  const { run, isRunning } = useDeed()
  const of = useEndpointForm(confirmOwnLink, { initialValues: { code: '' }, onSaved: onLinked })
  const again = () => run(() => call(sendOwnLinkCode, { body: {} }), t('A new code is on its way.'))
  return (
    <section className="section" aria-label={t('Enter the code we sent you')}>
      <h2>{t('Enter the code we sent you')}</h2>
      <p>
        {t('We sent a code of six digits to {{contacts}}, the contact on your record. It works for 30 minutes.', {
          contacts: contacts.join(', '),
        })}
      </p>
      <EndpointForm
        of={of}
        save={t('Confirm my account')}
        extra={
          <Button loading={isRunning} onClick={again}>
            {t('Send a new code')}
          </Button>
        }
      >
        <TextInput
          label={t('Code from the message')}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          {...of.form.getInputProps('code')}
        />
      </EndpointForm>
      <p className="t2">{t('Is this not your telephone or e-mail any more? Ask the reception desk.')}</p>
    </section>
  )
}

/** The last step of a link: the code that the contact on the record got, or the word of a second member of staff. */
export const LinkConfirm = ({ request: { way, contacts, expires_at }, onLinked }: { request: Waiting; onLinked: () => void }) =>
  way === 'contact' ? (
    <EnterCode contacts={contacts} onLinked={onLinked} />
  ) : (
    <section className="section" aria-label={t('The clinic is checking your account')}>
      <h2>{t('The clinic is checking your account')}</h2>
      <Note tone="progress">
        {t(
          'A second member of staff confirms it, so that nobody else can open your record. At the desk this takes a minute. This page goes on by itself.',
        )}
      </Note>
      <p className="t2">{t('If it is not confirmed by {{at}}, ask the reception desk to link it again.', { at: dateTime(expires_at) })}</p>
    </section>
  )
