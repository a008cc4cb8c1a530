import type { Channel, MessageKind, MessageLanguage, Words } from '../rules.ts'
import { accountWords } from './account-words.ts'
import { mail, short } from './word-shapes.ts'

const english: Record<MessageKind, Record<Channel, Words>> = {
  booked: {
    email: mail(
      'Your booking {number} at {clinic}',
      'Dear {first_name},',
      '',
      'We have your booking {number} for {day} at {time}.',
      'With: {doctor}',
      'See, move or cancel it: {link}',
    ),
    sms: short('{clinic}: booking {number}, {day} at {time}.', 'Change it: {link}'),
  },
  confirmed: {
    email: mail(
      'Your appointment on {day} is confirmed',
      'Dear {first_name},',
      '',
      'Your appointment {number} on {day} at {time} is confirmed.',
      'With: {doctor}',
      'See, move or cancel it: {link}',
    ),
    sms: short('{clinic}: your appointment {number} on {day} at {time} is confirmed.', 'Change it: {link}'),
  },
  moved: {
    email: mail(
      'Your appointment is now on {day}',
      'Dear {first_name},',
      '',
      'Your appointment {number} is now on {day} at {time}.',
      'With: {doctor}',
      'See, move or cancel it: {link}',
    ),
    sms: short('{clinic}: your appointment {number} is now on {day} at {time}.', 'Change it: {link}'),
  },
  cancelled: {
    email: mail(
      'Your appointment on {day} is cancelled',
      'Dear {first_name},',
      '',
      'Your appointment {number} on {day} at {time} is cancelled.',
      'Call us for another one: {clinic_phone}',
    ),
    sms: short('{clinic}: your appointment {number} on {day} at {time} is cancelled.', 'Call us for another one: {clinic_phone}'),
  },
  reminder: {
    email: mail(
      'Your appointment on {day} at {time}',
      'Dear {first_name},',
      '',
      'We expect you on {day} at {time}. Your number is {number}.',
      'With: {doctor}',
      'If you cannot come, move or cancel it: {link}',
    ),
    sms: short('{clinic}: we expect you on {day} at {time}, number {number}.', 'Cannot come? {link}'),
  },
  question: {
    email: mail(
      'A question for you from {clinic}',
      'Dear {first_name},',
      '',
      'We have a question about what you sent us on {day}.',
      'Read it and answer here: {link}',
      'Or call us.',
    ),
    sms: short('{clinic}: we have a question about what you sent us on {day}.', 'Answer: {link}', 'Or call {clinic_phone}'),
  },
  ready: {
    email: mail(
      'Ready for you at {clinic}',
      'Dear {first_name},',
      '',
      'What you asked us for on {day} is ready. Come for it whenever we are open.',
      'See it here: {link}',
    ),
    sms: short('{clinic}: what you asked us for on {day} is ready for you.', '{link}'),
  },
  code: {
    email: mail(
      'Your code for {clinic}: {number}',
      'Hello {first_name},',
      '',
      'Your code is {number}. Type it in your profile within an hour: it shows that this address is yours.',
      'If you did not make an account with us, do nothing and give the code to nobody.',
    ),
    sms: short('{clinic}: your code is {number}.'),
  },
  ...accountWords.en,
}

// Times without the word “saa”: after it, 10:30 is read by the clock that starts at sunrise, six hours off.
const swahili: Record<MessageKind, Record<Channel, Words>> = {
  booked: {
    email: mail(
      'Nafasi yako {number}, {clinic}',
      'Mpendwa {first_name},',
      '',
      'Tumepokea nafasi yako {number} ya {day}, {time} (mfumo wa saa 24).',
      'Pamoja na: {doctor}',
      'Iangalie, ihamishe au ighairi: {link}',
    ),
    sms: short('{clinic}: nafasi {number}, {day}, {time}.', 'Badilisha: {link}'),
  },
  confirmed: {
    email: mail(
      'Miadi yako ya {day} imethibitishwa',
      'Mpendwa {first_name},',
      '',
      'Miadi yako {number} ya {day}, {time} (mfumo wa saa 24) imethibitishwa.',
      'Pamoja na: {doctor}',
      'Iangalie, ihamishe au ighairi: {link}',
    ),
    sms: short('{clinic}: miadi yako {number} ya {day}, {time} imethibitishwa.', 'Badilisha: {link}'),
  },
  moved: {
    email: mail(
      'Miadi yako sasa ni {day}',
      'Mpendwa {first_name},',
      '',
      'Miadi yako {number} sasa ni {day}, {time} (mfumo wa saa 24).',
      'Pamoja na: {doctor}',
      'Iangalie, ihamishe au ighairi: {link}',
    ),
    sms: short('{clinic}: miadi yako {number} sasa ni {day}, {time}.', 'Badilisha: {link}'),
  },
  cancelled: {
    email: mail(
      'Miadi yako ya {day} imeghairiwa',
      'Mpendwa {first_name},',
      '',
      'Miadi yako {number} ya {day}, {time} (mfumo wa saa 24) imeghairiwa.',
      'Tupigie simu upate nyingine: {clinic_phone}',
    ),
    sms: short('{clinic}: miadi yako {number} ya {day}, {time} imeghairiwa.', 'Tupigie upate nyingine: {clinic_phone}'),
  },
  reminder: {
    email: mail(
      'Miadi yako ya {day}, {time}',
      'Mpendwa {first_name},',
      '',
      'Tunakutarajia {day}, {time} (mfumo wa saa 24). Namba yako ni {number}.',
      'Pamoja na: {doctor}',
      'Ikiwa huwezi kuja, ihamishe au ighairi: {link}',
    ),
    sms: short('{clinic}: tunakutarajia {day}, {time}, namba {number}.', 'Huwezi kuja? {link}'),
  },
  question: {
    email: mail(
      'Swali kwako kutoka {clinic}',
      'Mpendwa {first_name},',
      '',
      'Tuna swali kuhusu ulichotutumia {day}.',
      'Lisome na ujibu hapa: {link}',
      'Au tupigie simu.',
    ),
    sms: short('{clinic}: tuna swali kuhusu ulichotutumia {day}.', 'Jibu: {link}', 'Au piga {clinic_phone}'),
  },
  ready: {
    email: mail(
      'Iko tayari kwako, {clinic}',
      'Mpendwa {first_name},',
      '',
      'Ulichoomba {day} kiko tayari. Njoo ukichukue wakati wowote tukiwa wazi.',
      'Kiangalie hapa: {link}',
    ),
    sms: short('{clinic}: ulichoomba {day} kiko tayari.', '{link}'),
  },
  code: {
    email: mail(
      'Nambari yako ya {clinic}: {number}',
      'Hujambo {first_name},',
      '',
      'Nambari yako ni {number}. Iandike kwenye wasifu wako ndani ya saa moja: inaonyesha kwamba anwani hii ni yako.',
      'Ikiwa hukufungua akaunti kwetu, usifanye chochote na usimpe mtu yeyote nambari hii.',
    ),
    sms: short('{clinic}: nambari yako ni {number}.'),
  },
  ...accountWords.sw,
}

const french: Record<MessageKind, Record<Channel, Words>> = {
  booked: {
    email: mail(
      'Votre réservation {number}, {clinic}',
      'Bonjour {first_name},',
      '',
      'Nous avons bien reçu votre réservation {number} pour le {day} à {time}.',
      'Avec : {doctor}',
      'La voir, la déplacer ou l’annuler : {link}',
    ),
    // SMS in letters of the basic alphabet, so that it stays in one part.
    sms: short('{clinic}: réservation {number}, le {day} à {time}.', 'Modifier: {link}'),
  },
  confirmed: {
    email: mail(
      'Votre rendez-vous du {day} est confirmé',
      'Bonjour {first_name},',
      '',
      'Votre rendez-vous {number} du {day} à {time} est confirmé.',
      'Avec : {doctor}',
      'Le voir, le déplacer ou l’annuler : {link}',
    ),
    sms: short('{clinic}: votre rendez-vous {number} du {day} à {time} est confirmé.', 'Modifier: {link}'),
  },
  moved: {
    email: mail(
      'Votre rendez-vous est maintenant le {day}',
      'Bonjour {first_name},',
      '',
      'Votre rendez-vous {number} est maintenant le {day} à {time}.',
      'Avec : {doctor}',
      'Le voir, le déplacer ou l’annuler : {link}',
    ),
    sms: short('{clinic}: votre rendez-vous {number} est maintenant le {day} à {time}.', 'Modifier: {link}'),
  },
  cancelled: {
    email: mail(
      'Votre rendez-vous du {day} est annulé',
      'Bonjour {first_name},',
      '',
      'Votre rendez-vous {number} du {day} à {time} est annulé.',
      'Appelez-nous pour en prendre un autre : {clinic_phone}',
    ),
    sms: short('{clinic}: votre rendez-vous {number} du {day} à {time} est annulé.', 'Pour un autre, appelez {clinic_phone}'),
  },
  reminder: {
    email: mail(
      'Votre rendez-vous du {day} à {time}',
      'Bonjour {first_name},',
      '',
      'Nous vous attendons le {day} à {time}. Votre numéro est {number}.',
      'Avec : {doctor}',
      'Si vous ne pouvez pas venir, déplacez-le ou annulez-le : {link}',
    ),
    sms: short('{clinic}: nous vous attendons le {day} à {time}, numéro {number}.', 'Pas possible? {link}'),
  },
  question: {
    email: mail(
      'Une question pour vous, {clinic}',
      'Bonjour {first_name},',
      '',
      'Nous avons une question au sujet de votre envoi du {day}.',
      'La lire et y répondre ici : {link}',
      'Ou appelez-nous.',
    ),
    sms: short('{clinic}: une question sur votre envoi du {day}.', 'Répondre: {link}', 'Ou appelez {clinic_phone}'),
  },
  ready: {
    email: mail(
      'C’est prêt pour vous, {clinic}',
      'Bonjour {first_name},',
      '',
      'Ce que vous avez demandé le {day} est prêt. Venez le chercher pendant nos heures d’ouverture.',
      'Le voir ici : {link}',
    ),
    sms: short('{clinic}: votre demande du {day} vous attend.', '{link}'),
  },
  code: {
    email: mail(
      'Votre code pour {clinic} : {number}',
      'Bonjour {first_name},',
      '',
      'Votre code est {number}. Saisissez-le dans votre profil dans l’heure : il montre que cette adresse est la vôtre.',
      'Si vous n’avez pas ouvert de compte chez nous, ne faites rien et ne donnez ce code à personne.',
    ),
    sms: short('{clinic}: votre code est {number}.'),
  },
  ...accountWords.fr,
}

/** What every message says until the clinic writes words of its own. */
export const defaultWords: Record<MessageLanguage, Record<MessageKind, Record<Channel, Words>>> = {
  en: english,
  sw: swahili,
  fr: french,
}

/** The line at the end of an e-mail, before the link. */
export const optOutWords: Record<MessageLanguage, string> = {
  en: 'To get no more messages at this address:',
  sw: 'Ili usipokee tena ujumbe kwenye anwani hii:',
  fr: 'Pour ne plus recevoir de messages à cette adresse :',
}
