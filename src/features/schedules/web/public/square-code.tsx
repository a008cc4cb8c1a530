import { drawingSVG, qrcode } from 'bwip-js/browser'
import { useMemo } from 'react'
import { t } from '#web/i18n.ts'
import styles from '../public-booking.module.css'

// Medium correction: a sheet on a door gets wet and torn.
const square = { bcid: 'qrcode', eclevel: 'M', backgroundcolor: 'FFFFFF', padding: 4 }

/** A text as a square code to be photographed, dark on white in every scheme. */
export const SquareCode = ({ text }: { text: string }) => {
  const picture = useMemo(() => {
    const svg = qrcode<string>({ ...square, text }, drawingSVG())
    return `data:image/svg+xml,${encodeURIComponent(svg)}`
  }, [text])
  return <img className={`round-s ${styles.squareCode}`} src={picture} alt={t('QR code of {address}', { address: text })} />
}
