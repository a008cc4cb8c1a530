import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, messageOf } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { number } from '#web/text/format.ts'
import { testMessageSettings, tryMessageConnection } from '../contract.ts'
import type { Channel } from '../rules.ts'

const refusal = (error: unknown) => (error instanceof ApiError ? (error.fields['address']?.[0] ?? error.fields['channel']?.[0]) : undefined)

/** Our own words in the reader's language, and the code of the reply. */
const inWords = (answer: string) => {
  const at = answer.indexOf(': ')
  return at < 0 ? t(answer) : `${t(answer.slice(0, at))}: ${t(answer.slice(at + 2))}`
}

/** Reaches the other side with the saved settings and sends nothing. */
const Connect = ({ channel }: { channel: Channel }) => {
  const attempt = useMutation({ mutationFn: () => call(tryMessageConnection, { body: { channel } }) })
  const { data, error } = attempt
  const took = data && number(data.took_ms)
  return (
    <>
      <div>
        <Button loading={attempt.isPending} onClick={() => attempt.mutate()}>
          {t('Test connection')}
        </Button>
      </div>
      {data && (
        <Note tone={data.is_reached ? 'done' : 'critical'} alert={!data.is_reached}>
          {data.is_reached
            ? channel === 'email'
              ? t('Connected to the mail server in {took} milliseconds. Nothing was sent.', { took })
              : t('Gateway reached in {took} milliseconds. Only a test message shows whether it accepts the key.', { took })
            : inWords(data.answer)}
        </Note>
      )}
      {error && (
        <Note tone="critical" alert>
          {t(refusal(error) ?? messageOf(error))}
        </Note>
      )}
    </>
  )
}

/** Tries a channel with the saved settings, by one message or without any, and shows what came of it. */
export const SendTest = ({ channel, title = t('Send test') }: { channel: Channel; title?: string }) => {
  const [address, setAddress] = useState('')
  const test = useMutation({ mutationFn: () => call(testMessageSettings, { body: { channel, address } }) })
  const submit = (event: React.SyntheticEvent) => {
    event.preventDefault()
    if (address.trim() !== '') test.mutate()
  }
  return (
    <section className="section" aria-label={title}>
      <h2>{title}</h2>
      <p>{t('Sends to you, with the saved settings.')}</p>
      <form className="form-stack" onSubmit={submit}>
        <div className="row wrap" style={{ alignItems: 'end' }}>
          <TextInput
            className="grow"
            label={channel === 'email' ? t('Your e-mail address') : t('Your phone number')}
            type={channel === 'email' ? 'email' : 'tel'}
            autoComplete={channel === 'email' ? 'email' : 'tel'}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button type="submit" loading={test.isPending}>
            {t('Send test')}
          </Button>
        </div>
        {test.data && (
          <Note tone={test.data.was_sent ? 'done' : 'critical'} alert={!test.data.was_sent}>
            {test.data.was_sent ? t('Sent. The server answered {answer}.', { answer: test.data.answer }) : inWords(test.data.answer)}
          </Note>
        )}
        {test.error && (
          <Note tone="critical" alert>
            {t(refusal(test.error) ?? messageOf(test.error))}
          </Note>
        )}
        <Connect channel={channel} />
      </form>
    </section>
  )
}
