import { useId, type ReactNode } from 'react'
import { parseDay } from '#web/text/day-text.ts'
import { longDay } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Errors } from './answers.ts'
import { write, type Draft } from './draft.ts'
import { Box, Question, Wrong } from './page-blocks.tsx'
import styles from '../pickers.module.css'

export interface WhoProps {
  draft: Draft
  errors: Errors
  today: string
}

export const NameScreen = ({ draft, errors }: WhoProps) => (
  <>
    <Question>{t('What is your name?')}</Question>
    <Box
      name="first_name"
      required
      label={t('First name')}
      autoComplete="given-name"
      maxLength={100}
      value={draft.first_name}
      onChange={(event) => write({ first_name: event.currentTarget.value })}
      error={errors.first_name}
    />
    <Box
      name="second_name"
      required
      label={t('Last name')}
      autoComplete="family-name"
      maxLength={100}
      value={draft.second_name}
      onChange={(event) => write({ second_name: event.currentTarget.value })}
      error={errors.second_name}
    />
  </>
)

interface OneOfProps {
  name: string
  legend: string
  options: readonly { value: string; label: string }[]
  value: string
  choose: (value: string) => void
  error?: string
}
const OneOf = ({ name, legend, options, value, choose, error }: OneOfProps) => {
  const id = useId()
  return (
    <fieldset
      className="one-of"
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}e` : undefined}
      aria-errormessage={error ? `${id}e` : undefined}
    >
      <legend>{legend}</legend>
      <div className="row wrap">
        {options.map((one) => (
          <label key={one.value} className={`pill ${styles.oneOf}`}>
            <input
              type="radio"
              name={name}
              value={one.value}
              checked={one.value === value}
              aria-describedby={error ? `${id}e` : undefined}
              onChange={() => choose(one.value)}
            />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
      {error && <Wrong id={`${id}e`}>{error}</Wrong>}
    </fieldset>
  )
}

/** What the typed day was understood as, so that a slip is seen at once. */
const Understood = ({ born, today }: { born: string; today: string }): ReactNode => {
  const day = parseDay(born, Number(today.slice(0, 4)))
  if (day === null || day > today) return null
  return (
    <p className="understood" role="status">
      {longDay(day)}
    </p>
  )
}

export const BirthScreen = ({ draft, errors, today }: WhoProps) => (
  <>
    <Question>{t('When were you born?')}</Question>
    <div>
      <Box
        name="born"
        required
        label={t('Date of birth')}
        hint={t('Day, month, year: for example 3/2/1980')}
        autoComplete="bday"
        inputMode="text"
        maxLength={30}
        value={draft.born}
        onChange={(event) => write({ born: event.currentTarget.value })}
        error={errors.born}
      />
      {!errors.born && <Understood born={draft.born} today={today} />}
    </div>
    <OneOf
      name="gender"
      legend={t('Gender')}
      options={[
        { value: 'female', label: t('Female') },
        { value: 'male', label: t('Male') },
        { value: 'other', label: t('Other') },
      ]}
      value={draft.gender}
      choose={(gender) => write({ gender: gender as Draft['gender'] })}
      error={errors.gender}
    />
  </>
)

export const ContactScreen = ({ draft, errors }: WhoProps) => (
  <>
    <Question>{t('How can the clinic reach you?')}</Question>
    <p className="intro">{t('One of the two is enough.')}</p>
    <Box
      name="phone"
      label={t('Phone')}
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      maxLength={40}
      value={draft.phone}
      onChange={(event) => write({ phone: event.currentTarget.value })}
      error={errors.phone}
    />
    <Box
      name="email"
      label={t('E-mail')}
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      value={draft.email}
      onChange={(event) => write({ email: event.currentTarget.value })}
      error={errors.email}
    />
  </>
)

export const ReasonScreen = ({ draft, errors }: WhoProps) => {
  const id = useId()
  const quick = [t('A new complaint'), t('Follow-up'), t('Check-up'), t('Test results'), t('Vaccination'), t('Medicine refill')]
  return (
    <>
      <Question>{t('Why do you want to come?')}</Question>
      <div className="row wrap">
        {quick.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.pillButton}
            aria-pressed={draft.reason === one}
            onClick={() => write({ reason: one })}
          >
            {one}
          </button>
        ))}
      </div>
      <div className="box">
        <label htmlFor={id}>{t('In your own words')}</label>
        <p className={`hint ${styles.hint}`} id={`${id}h`}>
          {t('A few words are enough. Only the clinic reads them.')}
        </p>
        <textarea
          id={id}
          name="reason"
          rows={3}
          maxLength={300}
          value={draft.reason}
          onChange={(event) => write({ reason: event.currentTarget.value })}
          aria-invalid={errors.reason ? true : undefined}
          aria-describedby={errors.reason ? `${id}h ${id}e` : `${id}h`}
        />
        {errors.reason && <Wrong id={`${id}e`}>{errors.reason}</Wrong>}
      </div>
    </>
  )
}
