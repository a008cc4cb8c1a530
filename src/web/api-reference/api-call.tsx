import { useState, useId } from 'react'
import { t } from '../i18n.ts'
import { type ApiCall, type OpenApi, type Parameter, written, addressFor } from './open-api.ts'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { randomId } from '../calls/random-id.ts'
import { freshToken } from '../session/tokens.ts'
import styles from './api-reference.module.css'

interface Answer {
  status: string
  headers: string
  text: string
}

const SHOWN_HEADERS = ['content-type', 'etag', 'link', 'x-total-count', 'location', 'retry-after']
const MOST_SHOWN = 100_000

const readText = async (response: Response) => {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return JSON.stringify(await response.json(), null, 2)
  if (type.startsWith('text/')) return response.text()
  return t('{n} bytes', { n: (await response.arrayBuffer()).byteLength })
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
    text: (await readText(response)).slice(0, MOST_SHOWN),
  }
}

const isAddress = ({ in: place }: ApiCall['parameters'][number]) => place === 'path' || place === 'query'

/** Sends one call as the person who is signed in, with what they may do; a change has to be meant. */
const TryCall = ({ call }: { call: ApiCall }) => {
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
      setAnswer({ status: t('No response'), headers: '', text: error instanceof Error ? error.message : '' })
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form
      className={`grid line-top pt-4 ${styles.apiTry}`}
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
          label={t('Body, {type}', { type: json.type })}
          className={styles.bodyText}
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
        {missing.length > 0 && <span className="t3">{t('Required: {names}', { names: missing.map(({ name }) => name).join(', ') })}</span>}
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
              className={styles.bodyText}
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

/** Drawn when it is opened: a document has hundreds of them. */
const Schema = ({ title, schema, document }: { title: string; schema: unknown; document: OpenApi }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="semi accent-text">{title}</summary>
      {isOpen && <pre>{JSON.stringify(written(schema, document), null, 2)}</pre>}
    </details>
  )
}

const typeOf = ({ schema = {} }: Parameter): string => {
  const { type, enum: choices, anyOf } = schema as { type?: string; enum?: unknown[]; anyOf?: { type?: string }[] }
  if (choices) return choices.map(String).join(' | ')
  return (
    type ??
    (anyOf ?? [])
      .map((one) => one.type)
      .filter(Boolean)
      .join(' | ')
  )
}

const Parameters = ({ parameters }: { parameters: Parameter[] }) => (
  <table className={`full-width collapsed top-cells ${styles.parameters}`}>
    <thead>
      <tr>
        <th scope="col">{t('Parameter')}</th>
        <th scope="col">{t('Location')}</th>
        <th scope="col">{t('Type')}</th>
        <th scope="col">{t('Meaning')}</th>
      </tr>
    </thead>
    <tbody>
      {parameters.map((parameter) => (
        <tr key={`${parameter.in} ${parameter.name}`}>
          <th scope="row">
            <code>{parameter.name}</code>
            {parameter.required && <span className="t3"> {t('required')}</span>}
          </th>
          <td>{parameter.in}</td>
          <td>{typeOf(parameter)}</td>
          <td>{parameter.description}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const accessWord = (access: string) =>
  access === 'public'
    ? t('public, no sign-in')
    : access === 'signed-in'
      ? t('any signed-in user')
      : access === 'patient'
        ? t('patients, own record only')
        : access

const CallBody = ({ call, document }: { call: ApiCall; document: OpenApi }) => (
  <div className={`stack gap-4 ${styles.body}`}>
    {call.parameters.length > 0 && <Parameters parameters={call.parameters} />}
    {call.bodies.map(({ type, schema }) => (
      <Schema key={type} title={t('Body, {type}', { type })} schema={schema} document={document} />
    ))}
    {call.replies.map(({ status, type, schema }) =>
      schema === undefined ? (
        <p key={status} className="t2 num">
          {t('Response {status}, no body', { status })}
        </p>
      ) : (
        <Schema key={`${status} ${type}`} title={t('Response {status}, {type}', { status, type })} schema={schema} document={document} />
      ),
    )}
    <ul className={`${styles.failures} t2`}>
      {call.failures.map(({ status, description }) => (
        <li key={status}>
          <b className="num">{status}</b> {description}
        </li>
      ))}
    </ul>
    {call.bodies.every(({ type }) => type === 'application/json') && <TryCall call={call} />}
  </div>
)

/** One call: method, path, what it does and for whom; the rest unfolds. */
export const ApiCallRow = ({ call, document }: { call: ApiCall; document: OpenApi }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={`line-top ${styles.call}`} id={call.id} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flow items-baseline gap-2-5 pad-3-6 no-marks">
        <b className={`t2 rigid text-xs leading-s ${styles.method}`} data-method={call.method}>
          {call.method}
        </b>
        <code className={`break-anywhere ${styles.path}`}>{call.path}</code>
        <span className="grow t2 phone-line">{call.summary}</span>
        <span className="small t3">{accessWord(call.access)}</span>
      </summary>
      {isOpen && <CallBody call={call} document={document} />}
    </details>
  )
}
