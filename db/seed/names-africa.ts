import { type Culture, list } from './names-culture.ts'

export const africa: readonly Culture[] = [
  {
    name: 'Somali',
    weight: 6,
    patronymic: true,
    language: 'Somali',
    female:
      list(`Fatuma, Halima, Amina, Hodan, Hawa, Khadija, Asha, Faduma, Sahra, Zeinab, Maryan, Ifrah, Nimo, Hibo, Ayaan, Deqa, Fartun, Habiba, Hamdi, Idil,
      Ilhan, Ladan, Leyla, Muna, Nasra, Naima, Rahma, Ruqiya, Sagal, Safiya, Saynab, Shukri, Suad, Ubah, Yasmin, Zahra, Bishaaro, Cawo, Filsan, Hinda`),
    male: list(`Mohamed, Ahmed, Abdi, Hassan, Ali, Abdullahi, Ibrahim, Omar, Yusuf, Abdirahman, Hussein, Osman, Ismail, Adan, Abdikadir, Bashir, Farah, Guled, Liban,
      Mahad, Abdulaziz, Abdirashid, Abdifatah, Mohamud, Mukhtar, Nuur, Said, Sharif, Warsame, Bile, Dahir, Faisal, Geedi, Hirsi, Ilyas, Jama, Khalif, Maalim, Roble, Shire`),
    second:
      list(`Mohamed, Abdi, Ali, Hassan, Ahmed, Hussein, Omar, Farah, Adan, Ibrahim, Yusuf, Osman, Noor, Jama, Warsame, Abdullahi, Issack, Maalim, Hirsi,
      Roble, Shire, Guled, Dahir, Duale, Elmi, Gedi, Garane, Haji, Isse, Jimale, Kediye, Keinan, Khalif, Madey, Mohamud, Muse, Nur, Olow, Qalib, Raage, Sheikh,
      Siyad, Sugow, Samatar, Tahlil, Ugaas, Wehliye, Barre, Bihi, Bulle, Diriye, Egal, Ege, Gabow, Hersi, Hilowle, Ismail, Liban`),
  },
  {
    name: 'Swahili coast',
    weight: 6,
    patronymic: true,
    female:
      list(`Amina, Fatma, Zainab, Mwanaisha, Rehema, Saumu, Mariam, Salma, Halima, Aisha, Khadija, Mwanahamisi, Riziki, Subira, Zuhura, Asha, Biasha, Bahati,
      Bimkubwa, Chausiku, Fauzia, Hadija, Kauthar, Latifa, Maimuna, Mishi, Mwanajuma, Mwanamkasi, Mwanatumu, Nuru, Raya, Sauda, Sharifa, Shufaa, Siti, Swabra, Tatu,
      Umi, Zulfa, Zawadi`),
    male: list(`Juma, Hamisi, Ali, Omar, Salim, Said, Rashid, Abdalla, Bakari, Suleiman, Mohamed, Athman, Swaleh, Kassim, Khamis, Mwinyi, Hassan, Abubakar, Ramadhan,
      Shaban, Feisal, Fadhil, Hamza, Idris, Issa, Jaffar, Khalfan, Mbarak, Masoud, Mbwana, Nassor, Omari, Sadiki, Sefu, Shee, Twaha, Yahya, Yusuf, Zuberi, Badi`),
    second:
      list(`Ali, Omar, Juma, Salim, Said, Hamisi, Mohamed, Abdalla, Bakari, Rashid, Suleiman, Swaleh, Athman, Kassim, Khamis, Mwinyi, Masoud, Mbarak, Nassor,
      Omari, Shee, Twaha, Mwamburi, Mwakio, Mwachiro, Mwadime, Mwangeka, Mwakwere, Mwatela, Mwashumbe, Mwinyihaji, Baya, Charo, Chengo, Fondo, Gona, Jefwa, Kahindi,
      Karisa, Katana, Kazungu, Kenga, Kalama, Kithi, Mramba, Mumba, Mwagandi, Mwero, Ngala, Nyale, Ponda, Randu, Safari, Tsuma, Yaa, Ziro, Badawy, Al-Amin, Bin Seif, Basheikh`),
  },
  {
    name: 'Ethiopian',
    weight: 2.4,
    patronymic: true,
    mononym: 0.015,
    foreign: true,
    language: 'Amharic',
    female:
      list(`Tigist, Hiwot, Selamawit, Meron, Almaz, Bethlehem, Hanna, Rahel, Aster, Genet, Marta, Mekdes, Meseret, Yordanos, Eden, Feven, Helen, Kidist,
      Konjit, Lemlem, Liya, Mahlet, Netsanet, Saba, Senait, Sosina, Tsehay, Wubit, Zenebech, Zewditu, Adanech, Birtukan, Desta, Etenesh`),
    male: list(`Abebe, Tesfaye, Bekele, Haile, Dawit, Yonas, Solomon, Kebede, Girma, Alemayehu, Tadesse, Mulugeta, Getachew, Daniel, Amanuel, Berhanu, Biruk, Dereje,
      Endale, Ermias, Eyob, Fikru, Fitsum, Habtamu, Henok, Kassahun, Kidane, Lemma, Mesfin, Negash, Samson, Sisay, Tewodros, Yohannes, Zerihun`),
    second:
      list(`Tesfaye, Bekele, Abebe, Haile, Kebede, Tadesse, Girma, Alemu, Mekonnen, Desta, Wolde, Gebremariam, Gebreselassie, Alemayehu, Assefa, Ayele, Belay,
      Berhe, Bogale, Demissie, Eshetu, Fekadu, Gebre, Getahun, Hagos, Hailu, Kassa, Lemma, Mamo, Mengistu, Negussie, Shiferaw, Sisay, Tekle, Teklehaimanot, Tilahun,
      Tsegaye, Weldegebriel, Worku, Yimer, Zewde, Zeleke`),
  },
  {
    name: 'Yoruba',
    weight: 0.8,
    foreign: true,
    doubled: 0.3,
    female:
      list(`Folake, Abimbola, Titilayo, Yetunde, Ọmọlará, Bọ́sẹ̀dé, Fúnmiláyọ̀, Ìyábọ̀, Ṣadé, Modupe, Olúfúnkẹ́, Ronke, Temitope, Toyin, Adunni, Bukola, Damilola,
      Kehinde, Taiwo, Morenike, Simisola, Wuraola, Yewande`),
    male: list(`Olúwaṣeun, Adébáyọ̀, Babátúndé, Ayọ̀délé, Kúnlé, Fẹ́mi, Ṣẹ́gun, Adewale, Akin, Bọ́lá, Dele, Gbenga, Jide, Kehinde, Kola, Lekan, Niyi, Olúmidé, Rotimi, Sola,
      Taiwo, Tunde, Wale, Yinka`),
    second:
      list(`Adéyẹmí, Ọláòlúwa, Adébáyọ̀, Balógun, Akínwándé, Ògúnlẹ́yẹ, Adékúnlé, Ajayi, Akintola, Awolowo, Bamgbose, Fashola, Ilesanmi, Obasanjo, Odutola,
      Ogunbanjo, Ojo, Okunola, Oladipo, Olaniyan, Olatunji, Olawale, Onabanjo, Oyelaran, Sowande, Soyinka`),
  },
  {
    name: 'Igbo',
    weight: 0.7,
    foreign: true,
    christian: 0.5,
    female: list(
      `Chioma, Ngozi, Adaeze, Chinyere, Ifeoma, Nkechi, Amarachi, Chiamaka, Ebele, Ezinne, Ifunanya, Kambili, Nneka, Nnenna, Obiageli, Oluchi, Uche, Uju, Adaobi, Ugochi`,
    ),
    male: list(
      `Chinedu, Emeka, Obinna, Ikenna, Kelechi, Chukwuma, Nnamdi, Chidi, Ifeanyi, Ikechukwu, Okechukwu, Onyekachi, Uchenna, Ugochukwu, Azubuike, Chibuzo, Ejike, Kenechukwu, Obi, Tobenna`,
    ),
    second:
      list(`Okafor, Okonkwo, Eze, Nwosu, Okeke, Nwachukwu, Obi, Onyekwere, Achebe, Adichie, Anyanwu, Azikiwe, Chukwu, Egwu, Ekwueme, Emecheta, Ezenwa, Ibe, Igwe,
      Iwu, Madu, Mbadiwe, Nnaji, Nwankwo, Obiora, Ogbonna, Ojukwu, Okoro, Onwuka, Uzoma`),
  },
  {
    name: 'Akan',
    weight: 0.6,
    foreign: true,
    christian: 0.6,
    joined: { share: 0.12, sign: '-' },
    female: list(`Akosua, Ama, Abena, Akua, Yaa, Afia, Esi, Efua, Adwoa, Araba, Ekua, Serwaa, Nana, Maame, Afua, Konadu`),
    male: list(`Kwame, Kofi, Kwaku, Yaw, Kwabena, Kwasi, Kojo, Ebo, Fiifi, Kwadwo, Nana, Kobina, Ekow, Papa, Agyei, Osei`),
    second:
      list(`Mensah, Owusu, Boateng, Osei, Asante, Appiah, Agyeman, Acheampong, Addo, Adjei, Amoah, Ampofo, Ansah, Antwi, Asare, Baah, Bonsu, Danquah, Frimpong, Gyasi,
      Kufuor, Nkrumah, Ofori, Opoku, Oppong, Prempeh, Sarpong, Tetteh, Yeboah, Amponsah`),
  },
  {
    name: 'Congolese',
    weight: 1.8,
    foreign: true,
    language: 'French',
    doubled: 0.15,
    female:
      list(`Marie-Claire, Chantal, Béatrice, Espérance, Clémentine, Honorine, Jeanne, Solange, Thérèse, Françoise, Grâce, Joséphine, Aimée, Noëlla, Bénédicte, Divine,
      Furaha, Neema, Mapendo, Élise, Véronique, Pascaline, Marie-Louise, Régine, Immaculée, Odette, Nsimba, Gisèle, Micheline, Dorcas`),
    male: list(`Jean-Pierre, Emmanuel, Dieudonné, Jean-Baptiste, Joseph, Célestin, Théophile, Pascal, Fiston, Espoir, Innocent, Augustin, Jean-Claude, André, François, Gédéon,
      Héritier, Trésor, Merveille, Patrice, Séraphin, Bienvenu, Christian, Didier, Aimé, Jean-Bosco, René, Gaël, Prosper, Faustin`),
    second:
      list(`Mukendi, Kabongo, Ilunga, Tshimanga, Kasongo, Mbuyi, Kalala, Ngoy, Mutombo, Lumumba, Kabila, Tshisekedi, Mwamba, Banza, Bisimwa, Bahati, Cibangu, Kabamba,
      Kalonji, Kamanda, Kanyinda, Kazadi, Kitenge, Lukusa, Lubaki, Luboya, Makiese, Mapendo, Masudi, Matondo, Mbala, Mbemba, Mpiana, Mudimbe, Mulamba, Mulumba, Mushagalusa,
      Muyumba, N'Landu, N'Kulu, Ndala, Nsimba, Nzuzi, Tshibangu, Tshilombo, Wamba`),
  },
  {
    name: 'Rwandan',
    weight: 0.9,
    foreign: true,
    christian: 0.85,
    female: list(`Uwase, Ingabire, Umutoni, Mukamana, Uwimana, Mutesi, Umuhoza, Iradukunda, Nyirahabimana, Ishimwe, Uwera, Keza`),
    male: list(`Habimana, Mugisha, Ndayishimiye, Niyonzima, Hakizimana, Nshuti, Ntwari, Kwizera, Gasana, Shema, Manzi, Irakoze`),
    second:
      list(`Habimana, Uwimana, Niyonzima, Hakizimana, Mugisha, Nsengiyumva, Ndayishimiye, Bizimana, Ntawukuliryayo, Nkurunziza, Mukamana, Nsabimana, Rutaganda, Twagirayezu,
      Gatete, Kagabo, Kayitesi, Munyaneza, Musabyimana, Ndagijimana, Ntaganda, Nzeyimana, Rwagasore, Tuyisenge`),
  },
  {
    name: 'South Sudanese',
    weight: 1,
    patronymic: true,
    foreign: true,
    language: 'Dinka',
    female: list(`Achol, Nyandeng, Abuk, Ayen, Adut, Akon, Nyakim, Yar, Nyanut, Awel, Akuol, Nyibol`),
    male: list(`Deng, Garang, Majok, Akol, Bol, Chol, Dut, Kuol, Malual, Manyang, Mayen, Gatluak`),
    second: list(
      `Deng, Garang, Majok, Akol, Bol, Chol, Dut, Kuol, Malual, Manyang, Mayen, Mabior, Ajak, Alier, Arop, Atem, Ayuel, Biar, Gai, Gatwech, Kiir, Lual, Machar, Riek`,
    ),
  },
]
