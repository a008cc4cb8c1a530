import { useState } from 'react'
import { t } from '../i18n.ts'
import { type ApiCall, type OpenApi, type Parameter, written } from './open-api.ts'
import { TryCall } from './try-call.tsx'

/** Drawn when it is opened: a document has hundreds of them. */
const Schema = ({ title, schema, document }: { title: string; schema: unknown; document: OpenApi }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="api-schema" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
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

const Parameters = ({ of }: { of: Parameter[] }) => (
  <table className="api-parameters">
    <thead>
      <tr>
        <th scope="col">{t('Parameter')}</th>
        <th scope="col">{t('Place')}</th>
        <th scope="col">{t('Kind')}</th>
        <th scope="col">{t('Meaning')}</th>
      </tr>
    </thead>
    <tbody>
      {of.map((parameter) => (
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
    ? t('everybody')
    : access === 'signed-in'
      ? t('whoever is signed in')
      : access === 'patient'
        ? t('patients, about themselves')
        : access

const CallBody = ({ call, document }: { call: ApiCall; document: OpenApi }) => (
  <div className="api-body">
    {call.parameters.length > 0 && <Parameters of={call.parameters} />}
    {call.bodies.map(({ type, schema }) => (
      <Schema key={type} title={t('Body, {{type}}', { type })} schema={schema} document={document} />
    ))}
    {call.replies.map(({ status, type, schema }) =>
      schema === undefined ? (
        <p key={status} className="t2 num">
          {t('Answers {{status}} without a body', { status })}
        </p>
      ) : (
        <Schema key={`${status} ${type}`} title={t('Answers {{status}}, {{type}}', { status, type })} schema={schema} document={document} />
      ),
    )}
    <ul className="api-failures t2">
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
    <details className="api-call" id={call.id} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <b className="api-method" data-method={call.method}>
          {call.method}
        </b>
        <code className="api-path">{call.path}</code>
        <span className="grow t2 api-summary">{call.summary}</span>
        <span className="small t3 api-access">{accessWord(call.access)}</span>
      </summary>
      {isOpen && <CallBody call={call} document={document} />}
    </details>
  )
}
