import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { getProfile } from '#calls/patients/contract.ts'
import { ApiError, query, call } from '#web/calls/api.ts'
import { birthOf } from '#web/text/birth.ts'
import { ageOf, date, fullName } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { session } from '#web/session/session.ts'
import { useStore } from '#web/state/store.ts'
import { Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { Status } from '#web/ui/status.tsx'
import { NotLinked } from './not-linked.tsx'
import { Autocomplete, Button, TextInput } from '@mantine/core'
import { changeOwnKin, createOwnKin, endOwnKin, updateOwnProfile } from '#features/patients/contract-account.ts'
import { confirm } from '#web/messages/dialogs.ts'
import { useEndpointForm, type EndpointForm as Form } from '#web/forms/form.ts'
import { EndpointForm } from '#web/ui/endpoint-form.tsx'
import { useAction } from '#web/calls/use-action.ts'
import styles from './profile-page.module.css'
import type { ResponseOf } from '#shared/endpoint.ts'
import { patientFields } from '#features/patients/record.ts'
import { fieldNames, having } from '#shared/record.ts'
import { boxType, labelsOf, valuesFrom } from '#web/record/record-values.ts'
import { toast } from '#web/messages/toast.tsx'

type Profile = ResponseOf<typeof updateOwnProfile>

/** Facts with their names, one under the other; what is not known says so. */
const Facts = ({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts">
    {rows.map(([name, value]) => (
      <div key={name} className="fact">
        <dt>{name}</dt>
        <dd>{value || <span className="t3">{t('not recorded')}</span>}</dd>
      </div>
    ))}
  </dl>
)

const own = having(patientFields, 'own', 'write')

/** What a browser may fill in by itself. */
const remembered: { readonly [K in keyof typeof own]?: string } = {
  phone: 'tel',
  email: 'email',
  residence: 'street-address',
  occupation: 'organization-title',
}

const ContactForm = ({ profile, close }: { profile: Profile; close: () => void }) => {
  // As it was when the form opened: what the desk changes meanwhile must meet the version check.
  const [opened] = useState(profile)
  const endpointForm = useEndpointForm(updateOwnProfile, {
    initialValues: valuesFrom(own, opened),
    version: opened.version,
    draftKey: 'own-contact',
    onSaved: () => {
      toast.done(t('Saved'))
      close()
    },
  })
  return (
    <EndpointForm form={endpointForm} save={t('Save')} onCancel={close} labels={labelsOf(own)}>
      {fieldNames(own).map((name, at) => (
        <TextInput
          key={name}
          label={t(own[name].label)}
          description={
            name === 'email' ? t('We send messages to this address. You still sign in with the address of your account.') : undefined
          }
          type={boxType(own[name])}
          autoComplete={remembered[name] ?? 'off'}
          autoFocus={at === 0}
          {...endpointForm.form.getInputProps(name)}
        />
      ))}
    </EndpointForm>
  )
}

/** How the clinic reaches the patient; changed here, the desk sees it at once. */
const ProfileContact = ({ profile }: { profile: Profile }) => {
  const [isEditing, setEditing] = useState(false)
  return (
    <section className="section" aria-label={t('My contact details')}>
      <h2>{t('My contact details')}</h2>
      {isEditing ? (
        <ContactForm profile={profile} close={() => setEditing(false)} />
      ) : (
        <div className="form-stack">
          <Facts rows={fieldNames(own).map((name) => [t(own[name].label), profile[name]])} />
          <Button fullWidth onClick={() => setEditing(true)}>
            {t('Change')}
          </Button>
        </div>
      )}
    </section>
  )
}

type Kin = Profile['next_of_kin'][number]

const relationships = () => [
  t('Mother'),
  t('Father'),
  t('Wife'),
  t('Husband'),
  t('Daughter'),
  t('Son'),
  t('Sister'),
  t('Brother'),
  t('Friend'),
]

const valuesOf = (kin?: Kin) => ({
  first_name: kin?.first_name ?? '',
  second_name: kin?.second_name ?? '',
  relationship: kin?.relationship ?? '',
  contact: {
    tel_no: kin?.contact?.tel_no ?? '',
    email_address: kin?.contact?.email_address ?? '',
    residence: kin?.contact?.residence ?? '',
  },
})
type Values = ReturnType<typeof valuesOf>

/** Nothing there and nothing typed: no empty details are made. */
const bodyOf = ({ contact, ...names }: Values, kin?: Kin) => ({
  ...names,
  ...((kin?.contact || Object.values(contact).some((value) => value !== '')) && { contact }),
})

const Fields = ({ form, close, save }: { form: Form<Values>; close: () => void; save: string }) => {
  const { getInputProps } = form.form
  return (
    <EndpointForm form={form} save={save} onCancel={close}>
      <TextInput label={t('First name')} required autoFocus autoComplete="off" {...getInputProps('first_name')} />
      <TextInput label={t('Last name')} autoComplete="off" {...getInputProps('second_name')} />
      <Autocomplete label={t('Relationship to you')} required data={relationships()} maxLength={40} {...getInputProps('relationship')} />
      <TextInput label={t('Phone')} type="tel" autoComplete="off" {...getInputProps('contact.tel_no')} />
      <TextInput label={t('E-mail')} type="email" autoComplete="off" {...getInputProps('contact.email_address')} />
      <TextInput label={t('Residence')} autoComplete="off" {...getInputProps('contact.residence')} />
    </EndpointForm>
  )
}

const AddKin = ({ close }: { close: () => void }) => {
  const endpointForm = useEndpointForm(createOwnKin, {
    initialValues: valuesOf(),
    draftKey: 'own-kin',
    toBody: (values) => bodyOf(values),
    onSaved: close,
  })
  return <Fields form={endpointForm} close={close} save={t('Add')} />
}

const ChangeKin = ({ kin, close }: { kin: Kin; close: () => void }) => {
  const endpointForm = useEndpointForm(changeOwnKin, {
    initialValues: valuesOf(kin),
    params: { id: kin.id },
    toBody: (values) => bodyOf(values, kin),
    onSaved: close,
  })
  return <Fields form={endpointForm} close={close} save={t('Save')} />
}

const KinRow = ({ kin }: { kin: Kin }) => {
  const [isEditing, setEditing] = useState(false)
  const { run, isRunning } = useAction()
  const name = fullName(kin)
  const end = async () => {
    if (await confirm({ title: t('Remove {name} from the record?', { name }), action: t('Remove'), isGrave: true }))
      run(() => call(endOwnKin, { params: { id: kin.id } }), t('{name} removed from the record.', { name }))
  }
  if (isEditing)
    return (
      <li className={`stack break-anywhere line-top gap-4 pad-5-0 ${styles.kin}`}>
        <ChangeKin kin={kin} close={() => setEditing(false)} />
      </li>
    )
  const { tel_no, email_address, residence } = kin.contact ?? {}
  return (
    <li className={`stack break-anywhere line-top gap-4 pad-5-0 ${styles.kin}`}>
      <div>
        <bdi className="strong">{name}</bdi> <span className="t2">· {kin.relationship}</span>
      </div>
      <div className="small t2 num">{[tel_no, email_address, residence].filter(Boolean).join(' · ') || t('No contact details')}</div>
      <div className="row">
        <Button onClick={() => setEditing(true)} aria-label={t('Edit {what}', { what: name })}>
          {t('Edit')}
        </Button>
        <Button loading={isRunning} onClick={() => void end()} aria-label={t('Remove {name}', { name })}>
          {t('Remove')}
        </Button>
      </div>
    </li>
  )
}

/** Whom the clinic calls in an emergency; the patient keeps the list. */
const ProfileKin = ({ kin }: { kin: readonly Kin[] }) => {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="section" aria-label={t('My next of kin')}>
      <h2>{t('My next of kin')}</h2>
      <p>{t('Contacts that the clinic calls if something happens to you.')}</p>
      <ul className={styles.kins}>
        {kin.map((one) => (
          <KinRow key={one.id} kin={one} />
        ))}
      </ul>
      {isAdding ? (
        <AddKin close={() => setAdding(false)} />
      ) : (
        <Button fullWidth onClick={() => setAdding(true)}>
          {t('Add next of kin')}
        </Button>
      )}
    </section>
  )
}

// What is signed in with comes after what the page is about.
const ProfileAccount = lazy(async () => ({ default: (await import('./profile-account.tsx')).ProfileAccount }))

const sexWord = (gender: Profile['gender']) => ({ female: t('Female'), male: t('Male'), other: t('Other'), unknown: t('Unknown') })[gender]

const Person = ({ profile }: { profile: Profile }) => (
  <section className="section" aria-label={t('My details')}>
    <h2>{t('My details')}</h2>
    <div className="form-stack">
      <Facts
        rows={[
          [
            t('Patient number'),
            <span key="number" className="num">
              {profile.unique_id}
            </span>,
          ],
          [t('Name'), fullName(profile)],
          [t('Date of birth'), profile.date_of_birth && `${birthOf(profile)} (${ageOf(profile)})`],
          [t('Sex'), sexWord(profile.gender)],
        ]}
      />
      <p className="small t3">
        {t('Is something wrong here? Ask at the desk. We check who you are first, so that no one else can change your details.')}
      </p>
    </div>
  </section>
)

const Allergies = ({ allergies, allergy_status }: Pick<Profile, 'allergies' | 'allergy_status'>) => (
  <section className="section" aria-label={t('My allergies')}>
    <h2>{t('My allergies')}</h2>
    {allergies.length > 0 && (
      <div className="row wrap">
        {allergies.map(({ id, substance, reaction, is_intolerance }) => (
          <Status key={id} tone="allergy" chip whole>
            {[is_intolerance ? `${substance} (${t('Intolerance')})` : substance, reaction].filter(Boolean).join(': ')}
          </Status>
        ))}
      </div>
    )}
    <p>
      {allergies.length > 0
        ? t('Is an allergy missing or wrong? Tell the staff at your next visit.')
        : allergy_status.state === 'none known' && allergy_status.recorded_at !== null
          ? t('You told us on {day} that you have no allergies. Tell the staff if that changes.', {
              day: date(allergy_status.recorded_at),
            })
          : t('We have not asked you yet. Tell the staff if you have an allergy.')}
    </p>
  </section>
)

const MyPregnancy = ({ pregnancy }: Pick<Profile, 'pregnancy'>) => {
  const isCurrent = pregnancy?.state === 'pregnant' || pregnancy?.state === 'past due'
  if (!pregnancy || !isCurrent) return null
  const { state, gestation_days: days } = pregnancy
  return (
    <section className="section" aria-label={t('My pregnancy')}>
      <h2>{t('My pregnancy')}</h2>
      <p>
        {state === 'past due'
          ? t('Your record shows a pregnancy without an outcome. Tell the staff how it ended.')
          : days === null
            ? t('Your record shows a pregnancy. Its dates are not known yet.')
            : t('Weeks of pregnancy today: {weeks}, and days: {days}.', { weeks: Math.floor(days / 7), days: days % 7 })}{' '}
        {t('Is this wrong? Tell the staff.')}
      </p>
    </section>
  )
}

const Insurance = ({ insurances }: Pick<Profile, 'insurances'>) => (
  <section className="section" aria-label={t('My insurance')}>
    <h2>{t('My insurance')}</h2>
    {insurances.length > 0 && (
      <Facts
        rows={insurances.map(({ name, member_number, valid_until }) => [
          name,
          [member_number, valid_until && t('until {day}', { day: date(valid_until) })].filter(Boolean).join(' · '),
        ])}
      />
    )}
    <p>{insurances.length === 0 ? t('No insurance recorded. Show your card at the desk.') : t('A new card? Show it at the desk.')}</p>
  </section>
)

/** What the clinic has of the patient as a person, what the patient keeps of it, and the account. */
export const ProfilePage = () => {
  const { user } = useStore(session)
  const asked = useQuery(query(getProfile, { query: { userId: user?.user_id } }))
  const { data, error } = asked
  const isUnlinked = error instanceof ApiError && error.status === 404
  return (
    <Page title={t('My details and next of kin')} narrow>
      {data && !isUnlinked ? (
        <>
          <Stale error={error} from={asked.dataUpdatedAt} />
          <Person profile={data} />
          <ProfileContact profile={data} />
          <ProfileKin kin={data.next_of_kin} />
          <Allergies {...data} />
          <MyPregnancy pregnancy={data.pregnancy} />
          <Insurance insurances={data.insurances} />
        </>
      ) : isUnlinked ? (
        <NotLinked />
      ) : error ? (
        <Failed error={error} retry={() => void asked.refetch()} />
      ) : (
        <Loading />
      )}
      <Suspense fallback={<Loading />}>
        <ProfileAccount />
      </Suspense>
    </Page>
  )
}
