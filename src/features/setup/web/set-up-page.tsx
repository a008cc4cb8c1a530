import { Button, TextInput, ActionIcon, PasswordInput } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useClinic } from '#web/calls/clinic.ts'
import { t } from '#web/i18n.ts'
import { PlainPage } from '#web/plain-page.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { ServicesStep } from './services-step.tsx'
import { type Step, steps } from './set-up-values.ts'
import { type SetUp, useSetUp } from './use-set-up.ts'
import { WizardSteps } from './wizard-steps.tsx'
import { DetailFields, FormatFields } from '#features/company/web/company-fields.tsx'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Status as Tone } from '#web/look/tokens.ts'
import { type Strength, strengthOf } from './password-strength.ts'
import styles from './set-up.module.css'

const hints: Record<Strength, readonly [Tone, string]> = {
  short: ['inactive', 'Use at least 10 characters; a few unrelated words are easy to remember.'],
  named: ['attention', 'Easy to guess: it contains a known name or address.'],
  weak: ['attention', 'Easy to guess: too repetitive.'],
  fair: ['done', 'Fair. One more word makes it good.'],
  good: ['done', 'Good.'],
}

const Hint = ({ strength }: { strength: Strength }) => {
  const [tone, text] = hints[strength]
  return (
    <div className={`status-wraps ${styles.passwordHint}`} aria-live="polite">
      <Status tone={tone}>{t(text)}</Status>
    </div>
  )
}

/** The first person, who may do everything and adds the others. */
const AdministratorStep = ({ form }: Pick<SetUp, 'form'>) => {
  const { first_name, last_name, email, password } = form.values.administrator
  const toggle = { 'aria-label': t('Show or hide the password'), tabIndex: 0 }
  return (
    <>
      <p className="t2">
        {t('You are the first user of this clinic and have all permissions. There is no other way to sign in: keep this password safe.')}
      </p>
      <div className="section-grid">
        <TextInput label={t('First name')} autoComplete="given-name" required {...form.getInputProps('administrator.first_name')} />
        <TextInput label={t('Last name')} autoComplete="family-name" required {...form.getInputProps('administrator.last_name')} />
      </div>
      <TextInput
        label={t('E-mail')}
        description={t('Used to sign in.')}
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
        label={t('Repeat password')}
        autoComplete="new-password"
        required
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps('again')}
      />
    </>
  )
}

const MOST = 50

/** The departments to begin with: a usual list that is changed by typing. */
const DepartmentsStep = ({ form }: Pick<SetUp, 'form'>) => {
  const { departments } = form.values
  const list = useRef<HTMLUListElement>(null)
  const wantsFocus = useRef(false)
  // The box of a new department exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  })
  const add = () => {
    wantsFocus.current = true
    form.insertListItem('departments', '')
  }
  return (
    <>
      <p className="t2">{t('Keep the departments that you have, remove the others, add missing ones.')}</p>
      <ul className={`grid gap-4-6 ${styles.departmentList}`} ref={list} aria-label={t('Departments')}>
        {departments.map((name, at) => (
          <li key={`${departments.length}-${at}`} className="row">
            <TextInput
              className="grow"
              aria-label={t('Department {n}', { n: at + 1 })}
              maxLength={60}
              {...form.getInputProps(`departments.${at}`)}
            />
            <ActionIcon
              aria-label={name.trim() === '' ? t('Remove department {n}', { n: at + 1 }) : t('Remove {name}', { name })}
              onClick={() => form.removeListItem('departments', at)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {departments.length < MOST && (
        <div>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('Add a department')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Whoever can read what the program printed at its start may claim the clinic. */
const CodeStep = ({ form }: Pick<SetUp, 'form'>) => (
  <>
    <p className="t2">
      {t('A code was printed on the server when Kliniki started. It proves that this clinic is yours; each start prints a new code.')}
    </p>
    <TextInput
      label={t('Set-up code')}
      description={t('Two groups of four characters, for example ABCD-EFGH. Lower case and spaces do not matter.')}
      className={styles.codeBox}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
      maxLength={40}
      {...form.getInputProps('code')}
    />
  </>
)

/** Who the clinic is, and how it writes money and days. All of it can be changed later. */
const CompanyStep = ({ form }: Pick<SetUp, 'form'>) => (
  <>
    <p className="t2">{t('Shown on receipts and reports. Only the name is required now; you can add the rest later.')}</p>
    <div className="section-grid">
      <DetailFields input={(name) => form.getInputProps(`company.${name}`)} />
      <FormatFields input={(name) => form.getInputProps(`company.${name}`)} timeZone={form.values.company.time_zone} />
    </div>
  </>
)

const bodies: Record<Step, (props: { form: SetUp['form'] }) => ReactNode> = {
  code: CodeStep,
  company: CompanyStep,
  departments: DepartmentsStep,
  services: ServicesStep,
  administrator: AdministratorStep,
}

/** Where typing begins: among prices at the first price, elsewhere at the first box. */
const firstBox = (form: HTMLElement | null) =>
  form?.querySelector<HTMLElement>('[data-box="price"]') ?? form?.querySelector<HTMLElement>('input')

/** The first start of a new clinic: code, clinic, departments, catalogue, administrator; then signed in at once, for logo and numbers. */
export const SetUpPage = () => {
  const { form, step, at, next, back, refusal, refusals, isSaving } = useSetUp(useClinic())
  const node = useRef<HTMLFormElement>(null)
  const focused = useRef('')
  const isLast = at === steps.length - 1
  const Body = bodies[step]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) next()
  }
  // Focus is outside React: a new step, or a refused field, takes it.
  useEffect(() => {
    const place = `${step} ${refusals}`
    if (focused.current === place) return
    focused.current = place
    const broken = Object.keys(form.errors).map((path) => form.getInputNode<HTMLElement, string>(path))
    const first = broken.find((box) => box !== null) ?? firstBox(node.current)
    first?.focus()
  })
  return (
    <PlainPage title={t('Set up your clinic')} wide>
      <WizardSteps at={at} />
      <form ref={node} noValidate className="form-stack" aria-busy={isSaving} onSubmit={submit}>
        {refusal !== null && (
          <Note tone="critical" alert>
            {refusal}
          </Note>
        )}
        <Body form={form} />
        <div className="form-foot">
          {at > 0 && (
            <Button onClick={back} disabled={isSaving}>
              {t('Back')}
            </Button>
          )}
          <span className="grow" />
          <Button type="submit" variant="filled" loading={isSaving}>
            {isLast ? t('Set up the clinic') : t('Continue')}
          </Button>
        </div>
      </form>
    </PlainPage>
  )
}
