import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { useEndpointForm } from '#web/forms/form.ts'
import { fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Note } from '#web/ui/status.tsx'
import { createUser, type User } from '../contract.ts'
import { AccountOrigin } from './account-origin.tsx'
import { bodyOf, PersonFields, valuesOf } from './person-fields.tsx'
import { type RightsGroup, useGroups } from './use-groups.ts'

const OneTimePassword = lazy(async () => ({ default: (await import('./one-time-password.tsx')).OneTimePassword }))

const PEOPLE = '/dashboard/administration/people'
type Added = ResponseOf<typeof createUser>

/** The account that the address has already, as the refusal tells it. */
type Existing = Pick<User, 'id' | 'role' | 'created_at' | 'is_self_registered' | 'email_verified_at'>

const NewPersonForm = ({ groups }: { groups: readonly RightsGroup[] }) => {
  const go = useNavigate()
  const { allowed } = useRights()
  const [added, setAdded] = useState<Added | null>(null)
  const [existing, setExisting] = useState<Existing | null>(null)
  const person = useEndpointForm(createUser, {
    initialValues: valuesOf(),
    draftKey: 'person-new',
    toBody: bodyOf,
    onRefused: ({ code, body }) => {
      const found = code === 'account_exists' ? (body['existing'] as Existing) : null
      setExisting(found)
      return found !== null
    },
    onSaved: (saved) => {
      toast.done(t('{name} added.', { name: fullName(saved) }))
      setAdded(saved)
    },
  })
  return (
    <>
      {existing && (
        <Note tone="attention" alert>
          {t('An account with this e-mail address already exists.')} <AccountOrigin account={existing} />{' '}
          <Link className="link" to={`${PEOPLE}/${existing.id}`}>
            {t('Open account')}
          </Link>
        </Note>
      )}
      <EndpointForm form={person} save={t('Add user')} onCancel={() => void go(PEOPLE)}>
        <PersonFields form={person.form} groups={groups} reach={{ mine: allowed, theirs: [], isNew: true }} />
      </EndpointForm>
      <Suspense>
        {added && (
          <OneTimePassword
            name={fullName(added)}
            email={added.email}
            password={added.one_time_password ?? ''}
            onClose={() => void go(`${PEOPLE}/${added.id}`)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Adds somebody who works here; they get a one-time password that is shown once. */
export const NewPersonPage = () => (
  <Page title={t('Add user')} sub={t('The user gets a one-time password. It is shown to you once.')} narrow>
    <FourStates query={useGroups()}>{(groups) => <NewPersonForm groups={groups} />}</FourStates>
  </Page>
)
