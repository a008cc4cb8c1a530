import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCheck, IconForms, IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { keyLabel, useKeys } from '#web/keyboard/keys.ts'
import { SpokenAfterPause } from '#web/ui/spoken-after-pause.tsx'
import { Note } from '#web/ui/status.tsx'
import type { BasketLine } from './basket.ts'
import { quantityWords, shortQuantity, unitName } from '#features/directions/web/quantity-name.tsx'
import { DirectionsBoxes } from './directions-boxes.tsx'
import { quantityText } from './line-input.ts'
import { LineWarnings } from './warnings-panel.tsx'
import { isByWeight } from '#features/directions/rules.ts'
import { uncountedWords } from '../rules.ts'
import { readLine, type LineReading } from './read-line.ts'
import type { Check } from './use-check.ts'
import { useFavourites } from './use-favourites.ts'
import type { CheckedLine } from './prescription-types.ts'
import lineStyles from './line.module.css'
import trayStyles from './tray.module.css'
import warningsStyles from './warnings.module.css'
import pharmacyStyles from './pharmacy.module.css'

const STAR_KEY = 'Alt+J'

const Tiles = ({ reading: { tiles } }: { reading: LineReading }) => (
  <dl className={`grid sunken round-m gap-2-5 pad-4 terms ${lineStyles.tiles}`}>
    {(
      [
        [t('Dose'), tiles.dose],
        [t('Frequency'), tiles.often],
        [t('For'), tiles.length],
        [t('When'), tiles.when],
      ] as const
    ).map(([name, value]) => (
      <div key={name}>
        <dt className="small">{name}</dt>
        <dd className={`small break-anywhere strong ${value === '' ? 't3' : ''}`}>{value || '–'}</dd>
      </div>
    ))}
  </dl>
)

/** What was made of the text: its structure, the sentence that the patient will read, and what was not understood. */
const Understood = ({ reading, id, isInBoxes }: { reading: LineReading; id: string; isInBoxes: boolean }) => (
  <div id={id} className="stack gap-4 no-empty">
    {reading.structure !== null && (
      <>
        {!isInBoxes && <Tiles reading={reading} />}
        <p className="break-anywhere t2">{reading.sentence}</p>
      </>
    )}
    {reading.why !== null && (
      <Note tone="attention" silent>
        {t('Could not read these directions: {why} They will be printed as typed.', { why: reading.why })}
      </Note>
    )}
    {reading.unread.length > 0 && (
      <Note tone="attention" silent>
        {t('Could not read “{words}”. It goes into the note.', { words: reading.unread.join(' ') })}
      </Note>
    )}
    {reading.remarks.map((text) => (
      <p key={text} className="attention-text small">
        {text}
      </p>
    ))}
  </div>
)

/** What is read out of it: the sentence, and what was not understood. */
const spokenOf = ({ structure, sentence, why, unread, remarks }: LineReading): string =>
  [
    structure !== null && sentence,
    why !== null && t('Could not read these directions: {why} They will be printed as typed.', { why }),
    unread.length > 0 && t('Could not read “{words}”. It goes into the note.', { words: unread.join(' ') }),
    ...remarks,
  ]
    .filter(Boolean)
    .join(' ')

/** The weight that a dose for each kilogram goes by, with its day: one that is too old gives none. */
const DoseWeight = ({ weight: { weight, measured_on, is_too_old } }: { weight: NonNullable<Check['doseWeight']> }) => {
  const values = { weight: weight.toString(), date: date(measured_on) }
  return is_too_old ? (
    <Note tone="attention">{t('Weight {weight} kg of {date} is too old for this age. Weigh the patient first.', values)}</Note>
  ) : (
    <p className="small t2">{t('Weight {weight} kg, {date}', values)}</p>
  )
}

const Star = ({ line }: { line: BasketLine }) => {
  const { mayKeep, starred, toggle } = useFavourites()
  const isKept = starred(line.item, line.directions) !== null
  const Sign = isKept ? IconStarFilled : IconStar
  if (!mayKeep) return null
  return (
    <ActionIcon
      size="var(--k-control)"
      variant="subtle"
      aria-pressed={isKept}
      aria-keyshortcuts={STAR_KEY}
      disabled={line.directions.trim() === ''}
      aria-label={t('Favourite: {item}', { item: line.name })}
      title={`${t('Add or remove favourite')} · ${keyLabel(STAR_KEY)}`}
      onClick={() => toggle(line.item, line.name, line.directions)}
    >
      <Sign size={18} stroke={1.5} aria-hidden />
    </ActionIcon>
  )
}

/** Who pays what, as far as it is known. */
export const LinePrice = ({ line }: { line: CheckedLine | undefined }) => (
  <span className="num small t2 text-end">
    {line === undefined
      ? '…'
      : line.is_external
        ? t('External')
        : [
            line.total_price !== null
              ? money(line.total_price)
              : line.unit_price === null
                ? t('no price')
                : t('{price} each', { price: money(line.unit_price) }),
            line.covered_by !== null && t('{insurer} pays', { insurer: line.covered_by }),
          ]
            .filter(Boolean)
            .join(' · ')}
  </span>
)

interface Props {
  line: BasketLine
  check: CheckedLine | undefined
  /** The check is about what stands there now, not about what stood there a moment ago. */
  isCurrent: boolean
  weight: Check['doseWeight']
  /** What stands already and will be replaced, in words. */
  replaces: string | null
  onChange: (line: BasketLine) => void
  onRemove: () => void
  onDone: () => void
}

/** A line that is being typed: one box for the directions, read as one types, or the boxes of its structure; quantity and note beside. */
export const LineEditor = ({ line, check, isCurrent, weight, replaces, onChange, onRemove, onDone }: Props) => {
  const understood = useId()
  const { mayKeep, toggle } = useFavourites()
  const [isInBoxes, setInBoxes] = useState(false)
  const reading = readLine(line, isCurrent ? check?.structure : null)
  const isRead = reading.structure !== null && reading.unread.length === 0
  // The server knows the drug and the patient; until it has answered, what the text alone comes to.
  const checked = check?.quantity ?? null
  const computed = isCurrent && check ? checked && shortQuantity(checked) : reading.quantity
  const isBare = line.directions.trim() === '' && line.quantity.trim() === '' && line.structure === null
  useKeys([
    {
      keys: STAR_KEY,
      label: t('Add or remove favourite'),
      run: () => mayKeep && line.directions.trim() !== '' && toggle(line.item, line.name, line.directions),
      hidden: true,
    },
  ])
  const close = () => (isBare ? onRemove() : onDone())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !isBare && !event.ctrlKey) {
      event.preventDefault()
      onDone()
    }
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the boxes inside it
    <li className={`stack surface round-l gap-4 pad-5 outlined-accent ${warningsStyles.open}`} onKeyDown={onKeyDown} aria-label={line.name}>
      <div className={`flex justify-between ${trayStyles.lineHead}`}>
        <span className={`strong break-anywhere ${trayStyles.name}`}>{line.name}</span>
        <span className={`row gap-0 ${trayStyles.tools}`}>
          <Star line={line} />
          <ActionIcon
            size="var(--k-control)"
            variant="subtle"
            aria-pressed={isInBoxes}
            aria-label={t('Directions by field')}
            title={t('Directions by field')}
            onClick={() => setInBoxes(!isInBoxes)}
          >
            <IconForms size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon size="var(--k-control)" variant="subtle" aria-label={t('Remove {item}', { item: line.name })} onClick={onRemove}>
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      {replaces !== null && <p className="attention-text small">{t('Replaces: {words}', { words: replaces })}</p>}
      <TextInput
        aria-label={t('Directions for {item}', { item: line.name })}
        aria-describedby={understood}
        placeholder={t('For example 1 tab bd 5/7 after food')}
        autoComplete="off"
        autoFocus
        maxLength={300}
        value={line.directions}
        rightSection={isRead ? <IconCheck size={16} className="done-text" aria-label={t('Recognised')} /> : undefined}
        onChange={(event) => onChange({ ...line, directions: event.currentTarget.value, structure: null })}
      />
      {isInBoxes && <DirectionsBoxes line={line} reading={reading} onChange={onChange} />}
      <Understood reading={reading} id={understood} isInBoxes={isInBoxes} />
      <SpokenAfterPause text={spokenOf(reading)} />
      {weight !== null && isByWeight(line.directions) && <DoseWeight weight={weight} />}
      <LineWarnings warnings={check?.warnings ?? []} />
      <div className="flex items-start gap-5">
        <TextInput
          className={lineStyles.quantity}
          label={line.unit === null ? t('Quantity') : t('Quantity ({unit})', { unit: unitName(line.unit) })}
          inputMode="decimal"
          autoComplete="off"
          placeholder={computed ?? ''}
          value={line.quantity}
          error={line.quantity.trim() !== '' && quantityText(line.quantity) === null ? t('Enter a number above 0') : undefined}
          onChange={(event) => onChange({ ...line, quantity: event.currentTarget.value })}
        />
        <TextInput
          className="grow"
          label={t('Note for the pharmacist')}
          autoComplete="off"
          maxLength={500}
          value={line.note}
          onChange={(event) => onChange({ ...line, note: event.currentTarget.value })}
        />
      </div>
      <div className={`flex justify-between ${trayStyles.lineHead} ${lineStyles.done}`}>
        <span className="num">
          {computed !== null && line.quantity.trim() === ''
            ? t('Supply {n}', { n: quantityWords(computed, line.unit) })
            : computed === null && isCurrent && line.quantity.trim() === '' && !isBare
              ? t(uncountedWords[check?.missing ?? 'unread'])
              : ''}
        </span>
        <span className="row">
          <LinePrice line={check} />
          <Button className={pharmacyStyles.button} disabled={isBare} aria-keyshortcuts="Enter" onClick={onDone}>
            {t('Done')}
          </Button>
        </span>
      </div>
    </li>
  )
}
