import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf } from '#web/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { testMessageSettings } from '../contract-settings.ts'
import type { Channel } from '../rules.ts'

const refusal = (error: unknown) => (error instanceof ApiError ? (error.fields['address']?.[0] ?? error.fields['channel']?.[0]) : undefined)

/** Sends one message now with the saved settings, and shows what the other side said. */
export const SendTest = ({ channel }: { channel: Channel }) => {
  const [address, setAddress] = useState('')
  const test = useMutation({ mutationFn: () => call(testMessageSettings, { body: { channel, address } }) })
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (address.trim() !== '') test.mutate()
  }
  return (
    <section className="section" aria-label={t('Send a test')}>
      <h2>{t('Send a test')}</h2>
      <p>{t('With the settings as they are saved, to yourself.')}</p>
      <form className="form-stack" onSubmit={submit}>
        <div className="row wrap" style={{ alignItems: 'end' }}>
          <TextInput
            className="grow"
            label={channel === 'email' ? t('Your e-mail address') : t('Your telephone number')}
            type={channel === 'email' ? 'email' : 'tel'}
            autoComplete={channel === 'email' ? 'email' : 'tel'}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button type="submit" loading={test.isPending}>
            {t('Send a test')}
          </Button>
        </div>
        {test.data && (
          <Note tone={test.data.was_sent ? 'done' : 'critical'} alert={!test.data.was_sent}>
            {test.data.was_sent ? t('Sent. The other side said: {{answer}}', { answer: test.data.answer }) : test.data.answer}
          </Note>
        )}
        {test.error && (
          <Note tone="critical" alert>
            {t(refusal(test.error) ?? messageOf(test.error))}
          </Note>
        )}
      </form>
    </section>
  )
}
