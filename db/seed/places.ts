import type { Random } from './random.ts'

// The commonest first: the clinic's own neighbourhood and what lies around it.
const nairobi = (
  'Riverside, Kawangware, Kilimani, Kangemi, Westlands, Kibera, Lavington, Dagoretti, Uthiru, Parklands, Waithaka, Mathare, Eastleigh, Umoja, Kayole, Embakasi, Donholm, Buruburu, ' +
  "South B, South C, Lang'ata, Karen, Ngara, Pangani, Kasarani, Githurai, Zimmerman, Roysambu, Kahawa West, Mukuru kwa Njenga, Pipeline, Dandora, Huruma, Runda, Gigiri, Spring Valley, Kitisuru, Loresho"
).split(', ')
const towns = (
  'Kikuyu, Ruaka, Wangige, Limuru, Kiambu, Thika, Ruiru, Ngong, Ongata Rongai, Kitengela, Athi River, Machakos, Naivasha, Nakuru, Kajiado, Narok, Kisumu, Eldoret, Mombasa, Meru, Embu, Kakamega, Bungoma, ' +
  'Kisii, Nyeri, Kitui, Garissa, Lodwar, Malindi, Voi'
).split(', ')
const roads = (
  'Kingfisher Lane, Jacaranda Road, Acacia Avenue, Market Street, Station Road, School Lane, Baobab Close, Mill Road, Church Road, Mosque Street, Quarry Road, Stadium Road, Valley Road, Hill View, Ridge Lane, ' +
  'Bus Stage Road, Water Tank Lane, Old Post Office Road, Sunbird Avenue, Weaver Close, Sisal Road, Tea Lane, Coffee Garden Road, Clinic Road'
).split(', ')
const buildings = 'Plot, House, Plot, Court, Apartment'.split(', ')

/** Neighbourhood and town. */
export const pickResidence = (rng: Random) => (rng.chance(0.8) ? `${rng.zipf(nairobi)}, Nairobi` : rng.zipf(towns))

/** House and road within the neighbourhood. */
export const pickAddress = (rng: Random) => `${rng.pick(buildings)} ${rng.integer(1, 240)}, ${rng.pick(roads)}`
