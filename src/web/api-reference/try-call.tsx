import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { randomId } from '../calls/random-id.ts'
import { t } from '../i18n.ts'
import { freshToken } from '../session/tokens.ts'
import { addressFor, type ApiCall } from './open-api.ts'

interface Answer {
  status: string
  headers: string
  text: string
}

const SHOWN_HEADERS = ['content-type', 'etag', 'link', 'x-total-count', 'location', 'retry-after']
const MOST_SHOWN = 100_000

const textOf = async (response: Response) => {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return JSON.stringify(await response.json(), null, 2)
  if (type.startsWith('text/')) return response.text()
  return t('{{n}} bytes', { n: (await response.arrayBuffer()).byteLength })
}

const send = async (call: ApiCall, values: Readonly<Record<string, string>>, body: string | null): Promise<Answer> => {
  const response = await fetch(addressFor(call, values), {
    method: call.method,
    body,
    headers: {
      authorization: `Bearer ${await freshToken()}`,
      ...(body !== null && { 'content-type': 'application/json' }),
      ...(call.method !== 'GET' && { 'idempotency-key': randomId() }),
    },
  })
  const headers = SHOWN_HEADERS.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  return {
    status: `${response.status} ${response.statusText}`,
    headers: headers.join('\n'),
    text: (await textOf(response)).slice(0, MOST_SHOWN),
  }
}

const isAddress = ({ in: place }: ApiCall['parameters'][number]) => place === 'path' || place === 'query'

/** Sends one call as the person who is signed in, with what they may do; a change has to be meant. */
export const TryCall = ({ call }: { call: ApiCall }) => {
  const json = call.bodies.find(({ type }) => type === 'application/json')
  const [values, setValues] = useState<Record<string, string>>({})
  const [body, setBody] = useState(() => (json ? JSON.stringify(json.example ?? {}, null, 2) : ''))
  const [isMeant, setIsMeant] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  const id = useId()
  const isChange = call.method !== 'GET'
  const missing = call.parameters.filter((one) => isAddress(one) && one.required && !values[one.name])
  const submit = async () => {
    setIsSending(true)
    try {
      setAnswer(await send(call, values, json ? body : null))
    } catch (error) {
      setAnswer({ status: t('No answer'), headers: '', text: error instanceof Error ? error.message : '' })
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form
      className="api-try"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3 id={id}>{t('Try it')}</h3>
      <div className="section-grid">
        {call.parameters.filter(isAddress).map(({ name, description, required = false }) => (
          <TextInput
            key={name}
            label={name}
            description={description}
            required={required}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      {json && (
        <Textarea
          label={t('Body, {{type}}', { type: json.type })}
          className="api-body-text"
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      )}
      {isChange && (
        <Checkbox
          label={t('This changes real records of this clinic')}
          checked={isMeant}
          onChange={(event) => setIsMeant(event.currentTarget.checked)}
        />
      )}
      <div className="row">
        <Button type="submit" loading={isSending} disabled={missing.length > 0 || (isChange && !isMeant)}>
          {t('Send')}
        </Button>
        {missing.length > 0 && <span className="t3">{t('Needed: {{names}}', { names: missing.map(({ name }) => name).join(', ') })}</span>}
      </div>
      <div role="status">
        {answer && (
          <>
            <p className="num">
              <b>{answer.status}</b>
            </p>
            {answer.headers && <pre>{answer.headers}</pre>}
            <Textarea
              readOnly
              label={t('Reply')}
              className="api-body-text"
              autosize
              minRows={1}
              maxRows={24}
              spellCheck={false}
              value={answer.text}
            />
          </>
        )}
      </div>
    </form>
  )
}
