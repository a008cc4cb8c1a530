import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { query } from '#web/calls/api.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { session } from '#web/session/session.ts'
import { useStore } from '#web/state/store.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getUser, listSessions, listUserPermissions, updateUser, type User } from '../contract.ts'
import { AccountOrigin } from './account-origin.tsx'
import { AccountState } from './account-state.tsx'
import { bodyOf, PersonFields, valuesOf } from './person-fields.tsx'
import { PersonRights } from './person-rights.tsx'
import { hasPermissionOver, permissionsOfAccount } from './reach.ts'
import { roleWord } from './right-labels.ts'
import { type RightsGroup, useGroups } from './use-groups.ts'

const OneTimePassword = lazy(async () => ({ default: (await import('./one-time-password.tsx')).OneTimePassword }))
const SessionsOf = lazy(async () => ({ default: (await import('./sessions-panel.tsx')).SessionsOf }))

const PersonActions = lazy(async () => ({ default: (await import('./person-actions.tsx')).PersonActions }))

interface Props {
  person: User
  groups: readonly RightsGroup[]
  theirs: readonly string[]
}

interface EditProps extends Props {
  locked: string | null
  /** The version that was opened here: news of another's change must not hide that it happened. */
  version: number
  onSaved: (version: number) => void
}

const EditForm = ({ person, groups, theirs, locked, version, onSaved }: EditProps) => {
  const { allowed } = useRights()
  const [converted, setConverted] = useState<ResponseOf<typeof updateUser> | null>(null)
  const edited = useEndpointForm(updateUser, {
    initialValues: valuesOf(person),
    params: { id: person.id },
    version,
    draftKey: `person-${person.id}`,
    toBody: bodyOf,
    onSaved: (saved) => {
      onSaved(saved.version)
      if (saved.one_time_password !== null) setConverted(saved)
      toast.done(t('{name} saved.', { name: fullName(saved) }))
    },
  })
  const labels = {
    first_name: t('First name'),
    last_name: t('Last name'),
    email: t('E-mail'),
    phone: t('Phone'),
    profession: t('Profession'),
    title: t('Title'),
    registration_number: t('Registration number'),
    registration_council: t('Registering council'),
    role: t('Role'),
  }
  return (
    <>
      <EndpointForm form={edited} save={t('Save')} labels={labels}>
        <PersonFields form={edited.form} groups={groups} reach={{ mine: allowed, theirs, isNew: false }} locked={locked} />
      </EndpointForm>
      <Suspense>
        {converted && (
          <OneTimePassword
            name={fullName(converted)}
            email={converted.email}
            password={converted.one_time_password ?? ''}
            note={
              <>
                {t(
                  'This account already existed. Its old password and two-factor authentication no longer work, and it was signed out everywhere.',
                )}{' '}
                <AccountOrigin account={converted} />
              </>
            }
            onClose={() => setConverted(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const Facts = ({ person }: { person: User }) => (
  <section className="section" aria-label={t('Details')}>
    <dl className="facts">
      <dt>{t('E-mail')}</dt>
      <dd>{person.email}</dd>
      <dt>{t('Phone')}</dt>
      <dd className="num">{person.phone ?? <span className="t3">{t('not recorded')}</span>}</dd>
      <dt>{t('Profession')}</dt>
      <dd>{person.profession ?? <span className="t3">{t('not recorded')}</span>}</dd>
      <dt>{t('Title')}</dt>
      <dd>{person.title ?? <span className="t3">{t('not recorded')}</span>}</dd>
      <dt>{t('Registration number')}</dt>
      <dd>
        {[person.registration_number, person.registration_council].filter(Boolean).join(', ') || (
          <span className="t3">{t('not recorded')}</span>
        )}
      </dd>
    </dl>
  </section>
)

const Loaded = ({ person, groups, theirs }: Props) => {
  const { allowed, can } = useRights()
  const { user } = useStore(session)
  const [version, setVersion] = useState(person.version)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isMe = user?.user_id === person.id
  const isOver = isMe || hasPermissionOver(permissionsOfAccount(groups, person, theirs), allowed)
  const locked = isMe ? t('Your own account: only another administrator can change its role, groups and e-mail.') : null
  return (
    <Page
      title={fullName(person)}
      sub={
        <>
          {person.email} · {t(roleWord(person.role))} · <AccountState user={person} /> · <AccountOrigin account={person} />
        </>
      }
      narrow
      actions={
        <Suspense>
          {can(updateUser) && isOver && !isMe && (
            <PersonActions person={person} version={version} onVersion={setVersion} onRefused={setRefusal} />
          )}
        </Suspense>
      }
    >
      {refusal !== null && (
        <Note tone="critical" alert>
          {refusal}
        </Note>
      )}
      {person.lacks_registration && (
        <Note tone="attention">
          {t('This user signs documents without a recorded title or registration number: the documents show that it is missing.')}
        </Note>
      )}
      {isMe && (
        <Note tone="waiting">
          {t('Your account.')}{' '}
          <Link className="link" to="/dashboard/profile">
            {t('Your profile has your password and sessions.')}
          </Link>
        </Note>
      )}
      {can(updateUser) && !isOver && (
        <Note tone="inactive">
          {t('This user has permissions that you do not have. Only a user with the same permissions can change this account.')}
        </Note>
      )}
      {can(updateUser) && isOver ? (
        <EditForm person={person} groups={groups} theirs={theirs} locked={locked} version={version} onSaved={setVersion} />
      ) : (
        <Facts person={person} />
      )}
      {/* Before the long list of rights: whoever has lost a telephone waits for this. */}
      <Suspense>{can(listSessions) && !isMe && isOver && <SessionsOf person={person} />}</Suspense>
      <PersonRights person={person} groups={groups} theirs={theirs} />
    </Page>
  )
}

/** One person: details, role and groups, and which group gives which right. */
export const PersonPage = () => {
  const id = Number(useParams()['id'])
  const person = useQuery(query(getUser, { params: { id } }))
  const rights = useQuery({ ...query(listUserPermissions, { params: { user_id: id } }), meta: { live: ['rights', 'users'] } })
  const groups = useGroups()
  const data = person.data && rights.data && groups.data ? { person: person.data, theirs: rights.data, groups: groups.data } : undefined
  const all = {
    data,
    error: person.error ?? rights.error ?? groups.error,
    dataUpdatedAt: Math.min(person.dataUpdatedAt, rights.dataUpdatedAt),
    refetch: () => [person, rights, groups].map(({ refetch }) => refetch()),
  }
  return <FourStates query={all}>{(loaded) => <Loaded key={id} {...loaded} />}</FourStates>
}
