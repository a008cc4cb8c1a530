import { PasswordInput, TextInput } from '@mantine/core'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/palette.ts'
import { Status } from '#web/ui/status.tsx'
import { type Strength, strengthOf } from './password-strength.ts'
import type { SetUp } from './use-set-up.ts'

const hints: Record<Strength, readonly [Tone, string]> = {
  short: ['inactive', 'Use at least 10 characters; a few words that do not belong together are easy to keep in mind.'],
  named: ['attention', 'It contains a name or address that others know.'],
  weak: ['attention', 'Easy to guess: too much of it is the same.'],
  fair: ['done', 'Fair. One more word makes it good.'],
  good: ['done', 'Good.'],
}

const Hint = ({ strength }: { strength: Strength }) => {
  const [tone, text] = hints[strength]
  return (
    <div className="password-hint" aria-live="polite">
      <Status tone={tone}>{t(text)}</Status>
    </div>
  )
}

/** The first person, who may do everything and adds the others. */
export const AdministratorStep = ({ form }: Pick<SetUp, 'form'>) => {
  const { first_name, last_name, email, password } = form.values.administrator
  const toggle = { 'aria-label': t('Show or hide the password'), tabIndex: 0 }
  return (
    <>
      <p className="t2">
        {t('You are the first person of this clinic and may do everything. There is no other way in: keep this password safe.')}
      </p>
      <div className="section-grid">
        <TextInput label={t('First name')} autoComplete="given-name" required {...form.getInputProps('administrator.first_name')} />
        <TextInput label={t('Last name')} autoComplete="family-name" required {...form.getInputProps('administrator.last_name')} />
      </div>
      <TextInput
        label={t('E-mail')}
        description={t('You sign in with it.')}
        type="email"
        autoComplete="username"
        required
        {...form.getInputProps('administrator.email')}
      />
      <div>
        <PasswordInput
          label={t('Password')}
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={toggle}
          {...form.getInputProps('administrator.password')}
        />
        <Hint strength={strengthOf(password, [first_name, last_name, email])} />
      </div>
      <PasswordInput
        label={t('Password once more')}
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('again')}
      />
    </>
  )
}
