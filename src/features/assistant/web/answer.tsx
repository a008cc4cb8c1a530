import { IconArrowRight, IconCpu, IconEyeOff, IconHelpCircle, IconMessageQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Message } from './chat-state.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerChart, isDrawn } from './answer-chart.tsx'
import { AnswerTable } from './answer-table.tsx'
import { cellText } from './cells.ts'
import { Chips } from './examples.tsx'

interface Props {
  of: Message
  /** Asks what was offered. */
  ask: (text: string) => void
  isBusy: boolean
  remove: () => void
}

const Figure = ({ of }: { of: Message }) => {
  const { visualization: how, structured_data, columns } = of
  if (how?.type !== 'number') return null
  const kind = columns.find(({ key }) => key === how.value)?.kind ?? 'number'
  return (
    <p className="answer-figure num">
      <b>{cellText(kind, structured_data[0]?.[how.value], { withCurrency: true })}</b>
      <span className="t3">{how.title}</span>
    </p>
  )
}

/** The rows as they are best looked at; the table says the same as a picture. */
const Rows = ({ of }: { of: Message }) => {
  const [view, setView] = useState('chart')
  const { visualization: how, structured_data } = of
  const drawn = isDrawn(of)
  if (structured_data.length === 0 || how === null || how.type === 'number') return null
  return (
    <div className="answer-view">
      <div className="answer-view-head">
        <h3 className="label grow">{how.title}</h3>
        {drawn && (
          <ChoiceField
            aria-label={t('Show as')}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: t('Chart') },
              { value: 'table', label: t('Table') },
            ]}
          />
        )}
      </div>
      {drawn && view === 'chart' ? <AnswerChart of={of} how={drawn} /> : <AnswerTable of={of} label={how.title} />}
    </div>
  )
}

const signs = { refused: IconMessageQuestion, unclear: IconHelpCircle, withheld: IconEyeOff, answered: null }

/** One answer: its text, figure, picture or table, what was counted, and the ways on from it. */
export const Answer = ({ of, ask, isBusy, remove }: Props) => {
  const { status, response, filter, links, suggestions } = of
  const Sign = signs[status]
  return (
    <div className="panel answer" data-status={status}>
      <p className="answer-text">
        {Sign && <Sign size={18} stroke={1.5} aria-hidden />}
        <span>{response}</span>
      </p>
      {status === 'answered' && (
        <>
          <Figure of={of} />
          <Rows of={of} />
        </>
      )}
      {filter.length > 0 && (
        <div className="answer-filter small">
          <h3 className="label">{t('What was counted')}</h3>
          <ul>
            {filter.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {of.is_chosen_by_model && (
        <p className="small t3 answer-model">
          <IconCpu size={14} stroke={1.75} aria-hidden />
          {t('Chosen by the language model. The figures are the clinic’s own.')}
        </p>
      )}
      {links.length > 0 && (
        <p className="row wrap answer-links">
          {links.map(({ label, to }) => (
            <Link key={to} className="link" to={to}>
              {t(label)}
              <IconArrowRight size={14} stroke={1.75} aria-hidden />
            </Link>
          ))}
        </p>
      )}
      {suggestions.length > 0 && (
        <Chips label={status === 'unclear' ? t('Did you mean') : t('You could ask')} texts={suggestions} isBusy={isBusy} ask={ask} />
      )}
      <AnswerActions of={of} remove={remove} />
    </div>
  )
}
