import { Button, Modal, Radio, TextInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { t } from '../i18n.ts'

/** What a person answered: values in their place, and values that are right, each with its reason. */
export interface ImplausibleAnswers {
  corrected: Record<string, number>
  confirmed: { field: string; reason: string }[]
}

interface Props {
  questions: readonly ImplausibleValue[]
  labelOf: (question: ImplausibleValue) => string
  onAnswer: (answers: ImplausibleAnswers) => void
  /** The person corrects it by hand. */
  onClose: () => void
}

const KEEP = 'keep'
const words = ({ text, values }: ImplausibleValue) =>
  t(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? t(value) : value])))
const meaning = ({ unit }: ImplausibleValue, { value, as }: ImplausibleValue['meant'][number]) =>
  as === `${value} ${unit}` ? as : `${value} ${unit} (${as})`

/**
 * Asks about values that are not believed, before anything is saved: a likely meaning of each is one key away, the value itself is kept only
 * with a reason. Arrows choose, Enter goes on, Escape goes back to the form.
 */
export const ImplausibleDialog = ({ questions, labelOf, onAnswer, onClose }: Props) => {
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [reasons, setReasons] = useState<Record<string, string>>({})
  const choiceOf = ({ field, meant }: ImplausibleValue) => chosen[field] ?? (meant.length > 0 ? '0' : '')
  const isAnswered = (question: ImplausibleValue) => {
    const choice = choiceOf(question)
    return choice !== '' && (choice !== KEEP || (reasons[question.field] ?? '').trim() !== '')
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!questions.every(isAnswered)) return
    const answers: ImplausibleAnswers = { corrected: {}, confirmed: [] }
    for (const question of questions) {
      const choice = choiceOf(question)
      if (choice === KEEP) answers.confirmed.push({ field: question.field, reason: reasons[question.field]!.trim() })
      else answers.corrected[question.field] = question.meant[Number(choice)]!.value
    }
    onAnswer(answers)
  }
  return (
    <Modal opened onClose={onClose} size={520} title={t('Check these values')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <form onSubmit={submit} className="form-stack">
        {questions.map((question, index) => (
          <div key={question.field} className="form-stack">
            <Radio.Group
              label={labelOf(question)}
              description={words(question)}
              inputWrapperOrder={['label', 'description', 'input', 'error']}
              value={choiceOf(question)}
              onChange={(value) => setChosen({ ...chosen, [question.field]: value })}
            >
              <div className="form-stack">
                {question.meant.map((meant, at) => (
                  <Radio
                    key={meant.as}
                    value={String(at)}
                    label={t('Change to {value}', { value: meaning(question, meant) })}
                    data-autofocus={(index === 0 && at === 0) || undefined}
                  />
                ))}
                {question.can_confirm && (
                  <Radio
                    value={KEEP}
                    label={t('{value} is correct', { value: `${question.value} ${question.unit}` })}
                    data-autofocus={(index === 0 && question.meant.length === 0) || undefined}
                  />
                )}
              </div>
            </Radio.Group>
            {choiceOf(question) === KEEP && (
              <TextInput
                label={t('Reason')}
                placeholder={t('For example: measured twice')}
                required
                maxLength={200}
                value={reasons[question.field] ?? ''}
                onChange={(event) => setReasons({ ...reasons, [question.field]: event.currentTarget.value })}
              />
            )}
            <p className="small t3">{question.source}</p>
          </div>
        ))}
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={onClose}>{t('Edit value')}</Button>
          <Button type="submit" variant="filled" disabled={!questions.every(isAnswered)}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
