import { Checkbox, Select, TextInput } from '@mantine/core'
import type { FormOf } from '#web/forms/checked-form.ts'
import { type Role, roles } from '#shared/permissions.ts'
import { t } from '#web/i18n.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormSection } from '#web/ui/page.tsx'
import type { User } from '../contract.ts'
import { groupNamed, groupsForRole, mayGive, mayJoin, type Reach } from './reach.ts'
import { roleWord } from './right-labels.ts'
import type { RightsGroup } from './use-groups.ts'

type PersonText =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'profession'
  | 'title'
  | 'registration_number'
  | 'registration_council'
  | 'date_of_birth'
export type PersonValues = Record<PersonText, string> & {
  role: Role | ''
  groups: string[]
}

export const valuesOf = (person?: User): PersonValues => ({
  first_name: person?.first_name ?? '',
  last_name: person?.last_name ?? '',
  email: person?.email ?? '',
  phone: person?.phone ?? '',
  profession: person?.profession ?? '',
  title: person?.title ?? '',
  registration_number: person?.registration_number ?? '',
  registration_council: person?.registration_council ?? '',
  date_of_birth: person?.date_of_birth ?? '',
  role: person?.role ?? '',
  groups: (person?.groups ?? []).map(({ id }) => String(id)),
})

/** The form's values as the contract wants them. */
export const bodyOf = ({ groups, role, title, registration_number, registration_council, ...rest }: PersonValues) => ({
  ...rest,
  title: title.trim() || null,
  registration_number: registration_number.trim() || null,
  registration_council: registration_council.trim() || null,
  role: role as Role,
  groups: groups.map(Number),
})

interface Props {
  form: FormOf<PersonValues>
  groups: readonly RightsGroup[]
  reach: Reach
  /** Why role, groups and e-mail stand as they are, when they may not be changed here. */
  locked?: string | null
}

/** Who somebody is, and what they may do. Only what the server would accept is offered. */
export const PersonFields = ({ form, groups, reach, locked = null }: Props) => {
  const { getInputProps, values } = form
  const isLocked = locked !== null
  const choose = (role: Role) => {
    const chosen = groupsForRole(groups, values.groups, values.role, role)
    form.setValues({ role, groups: chosen })
  }
  const cannotGive = (group: RightsGroup) => !values.groups.includes(String(group.id)) && !mayJoin(group, reach, values.role)
  return (
    <>
      <FormSection title={t('Personal details')}>
        <TextInput label={t('First name')} required data-autofocus={reach.isNew || undefined} {...getInputProps('first_name')} />
        <TextInput label={t('Last name')} required {...getInputProps('last_name')} />
        <TextInput
          label={t('E-mail')}
          description={t('Used to sign in.')}
          type="email"
          autoComplete="off"
          required
          disabled={isLocked}
          {...getInputProps('email')}
        />
        <TextInput label={t('Phone')} type="tel" {...getInputProps('phone')} />
        <TextInput label={t('Profession')} {...getInputProps('profession')} />
        <DateField label={t('Date of birth')} {...getInputProps('date_of_birth')} />
      </FormSection>
      <FormSection
        title={t('Signature details')}
        sub={t('Printed below the name on prescriptions, letters and results. Required for all staff who sign documents.')}
      >
        <TextInput
          label={t('Title')}
          description={t('Such as Medical officer, Clinical officer or Midwife')}
          maxLength={60}
          {...getInputProps('title')}
        />
        <TextInput label={t('Registration number')} maxLength={40} autoComplete="off" {...getInputProps('registration_number')} />
        <TextInput label={t('Registering council')} maxLength={80} autoComplete="off" {...getInputProps('registration_council')} />
      </FormSection>
      <FormSection
        title={t('Access')}
        sub={locked ?? t('The role sets the start page and adds its group; the groups together give the permissions.')}
      >
        <Select
          label={t('Role')}
          required
          searchable
          allowDeselect={false}
          disabled={isLocked}
          data={roles.map((role) => ({
            value: role,
            label: t(roleWord(role)),
            disabled: !mayGive(groupNamed(groups, role), reach) && role !== values.role,
          }))}
          {...getInputProps('role')}
          value={values.role || null}
          onChange={(role) => role && choose(role as Role)}
        />
        <Checkbox.Group className="span-all" label={t('Groups')} {...getInputProps('groups')}>
          <div className="group-boxes">
            {groups.map((group) => (
              <Checkbox
                key={group.id}
                value={String(group.id)}
                label={t(group.name)}
                disabled={isLocked || cannotGive(group)}
                description={!isLocked && cannotGive(group) ? t('You do not have the permissions of this group.') : undefined}
              />
            ))}
          </div>
        </Checkbox.Group>
      </FormSection>
    </>
  )
}
