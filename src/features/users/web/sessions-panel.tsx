import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call, messageOf, query } from '#web/calls/api.ts'
import { ago, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { useAction } from '#web/calls/use-action.ts'
import { endMySession, endOneSession, listMySessions, listSessions, type User } from '../contract.ts'
import { endOtherSessions } from '../contract-security.ts'
import { useEndSessions } from './use-end-sessions.ts'

type OpenSession = ResponseOf<typeof listMySessions>[number]

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const machineOf = (agent: string | null) => {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  return [find(browsers), find(systems)].filter(Boolean).join(' · ') || t('Unknown browser')
}

const SessionRow = ({ session, onEnd }: { session: OpenSession; onEnd: () => Promise<unknown> }) => {
  const { run, isRunning } = useAction()
  const machine = machineOf(session.user_agent)
  const place = [machine, session.ip].filter(Boolean).join(', ')
  return (
    <li className="session">
      <span className="grow">
        <span className="strong">{machine}</span>
        <span className="small t3 num" title={dateTime(session.seen_at)}>
          {session.ip !== null && `${session.ip} · `}
          {t('active {ago}', { ago: ago(session.seen_at) })} · {t('signed in {at}', { at: dateTime(session.created_at) })}
        </span>
      </span>
      {session.is_current ? (
        <Status tone="done">{t('This device')}</Status>
      ) : (
        <Button
          aria-label={t('Sign out: {place}', { place })}
          loading={isRunning}
          onClick={() => run(onEnd, t('Signed out: {place}.', { place }), messageOf)}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}

const EndOthers = () => {
  const { run, isRunning } = useAction()
  const end = () => run(() => call(endOtherSessions, { body: {} }), t('Other devices signed out.'))
  return (
    <div>
      <Button loading={isRunning} onClick={end}>
        {t('Sign out other devices')}
      </Button>
    </div>
  )
}

/** Says that older sessions ended because this one began. */
const EndedOthers = ({ list }: { list: readonly OpenSession[] }) => {
  const ended = list.find(({ is_current }) => is_current)?.ended_others ?? 0
  return ended > 0 ? (
    <Note tone="attention">
      {t(
        '{count, plural, one {Too many devices signed in: # older session ended when you signed in here.} other {Too many devices signed in: # older sessions ended when you signed in here.}}',
        { count: ended },
      )}
    </Note>
  ) : null
}

/** Where another person is signed in, for those who may change the account; each place, or all of them, can be ended from here. */
export const SessionsOf = ({ person }: { person: User }) => {
  const { id } = person
  const { ask, isRunning } = useEndSessions(person)
  return (
    <section className="section" aria-label={t('Active sessions')}>
      <h2>{t('Active sessions')}</h2>
      <FourStates
        query={useQuery(query(listSessions, { params: { id } }))}
        isEmpty={(list) => list.length === 0}
        empty={<p className="t2">{t('No active sessions.')}</p>}
      >
        {(list) => (
          <div className="form-stack">
            <ul className="sessions">
              {list.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => call(endOneSession, { params: { id, session: session.id } })} />
              ))}
            </ul>
            {list.length > 1 && (
              <div>
                <Button loading={isRunning} onClick={() => void ask()}>
                  {t('Sign out everywhere')}
                </Button>
              </div>
            )}
          </div>
        )}
      </FourStates>
    </section>
  )
}

/** Where the person is signed in; each of the others, or all of them, can be ended from here. */
export const SessionsPanel = () => (
  <section className="section" aria-label={t('My active sessions')}>
    <h2>{t('My active sessions')}</h2>
    <FourStates query={useQuery(query(listMySessions))}>
      {(list) => (
        <div className="form-stack">
          <EndedOthers list={list} />
          <ul className="sessions">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => call(endMySession, { params: { id: session.id } })} />
            ))}
          </ul>
          {list.length > 2 && <EndOthers />}
        </div>
      )}
    </FourStates>
  </section>
)
