import { type Culture, list } from './names-culture.ts'

/** Baptismal names, shared by most communities of the country, the commonest first. */
export const christian = {
  female:
    list(`Mary, Grace, Faith, Mercy, Jane, Esther, Ann, Elizabeth, Joyce, Margaret, Lucy, Catherine, Alice, Ruth, Caroline, Sarah, Rose, Agnes,
    Susan, Beatrice, Eunice, Florence, Lilian, Nancy, Purity, Joan, Irene, Hannah, Teresia, Dorcas, Janet, Winnie, Gladys, Rachael, Cynthia, Jacinta,
    Josephine, Monica, Naomi, Veronica, Pauline, Emily, Charity, Peris, Christine, Brenda, Sharon, Diana, Stella, Evelyn, Martha, Vivian, Damaris, Rebecca,
    Lydia, Tabitha, Miriam, Priscilla, Salome, Edith, Hellen, Judith, Phyllis, Rosemary, Deborah, Eva, Magdalene, Cecilia, Julia, Doreen, Linet, Maureen,
    Phoebe, Abigail, Violet, Millicent, Everlyne, Tracy, Valentine, Ivy, Joy, Hope, Patience, Blessing, Prudence, Loise, Milka, Selina, Zipporah, Keziah,
    Anastasia, Bernadette, Consolata, Domitila, Emmaculate, Felistus, Georgina, Hilda, Immaculate, Jerusha, Leah, Marion, Nelly, Olive, Perpetua, Regina,
    Scholastica, Sophia, Triza, Ursula, Virginia, Yvonne, Zawadi, Angela, Bridget, Clara, Daisy, Elsie, Fridah, Gloria`),
  male: list(`John, Joseph, Peter, James, David, Daniel, Samuel, Stephen, Paul, Francis, Michael, George, Simon, Charles, Brian, Kevin, Dennis, Patrick,
    Joshua, Emmanuel, Isaac, Moses, Robert, Anthony, Thomas, Benson, Philip, Vincent, Collins, Martin, Richard, Julius, Evans, Felix, Victor, Kennedy,
    Alex, Wilson, Geoffrey, Andrew, William, Henry, Elijah, Jackson, Nicholas, Eric, Edwin, Josphat, Bernard, Duncan, Boniface, Caleb, Gideon, Ian, Mark,
    Simeon, Titus, Timothy, Reuben, Solomon, Ezekiel, Nathan, Allan, Amos, Benjamin, Christopher, Dominic, Edward, Fredrick, Gabriel, Harrison, Hillary, Ibrahim,
    Jacob, Jonathan, Justus, Kelvin, Laban, Leonard, Luke, Meshack, Matthew, Nelson, Newton, Nickson, Oscar, Pius, Raphael, Raymond, Silas, Stanley,
    Sylvester, Teddy, Tobias, Urbanus, Wycliffe, Zachary, Abel, Abraham, Albert, Ambrose, Augustine, Barnabas, Cornelius, Cosmas, Cyrus, Darius, Elias, Enock,
    Ephraim, Erastus, Fidelis, Gilbert, Herman, Hezron, Jeremiah, Job, Lawrence, Lameck, Levi, Musa, Nehemiah, Obadiah, Onesmus, Peterson, Robinson, Shadrack`),
}

export const kenya: readonly Culture[] = [
  {
    name: 'Kikuyu',
    weight: 17,
    christian: 0.88,
    female:
      list(`Wanjiru, Wanjiku, Wambui, Njeri, Nyambura, Wairimu, Wangari, Waithera, Wangui, Muthoni, Nyokabi, Njoki, Mumbi, Wacera, Wangechi, Wamaitha,
      Gathoni, Nyawira, Wanjira, Wairimũ, Wanjikũ, Nyaguthii, Waceke, Warũgũrũ, Wahu, Wachuka, Wambura, Watetu, Wakonyo, Nyakio, Wanja, Wamuyu, Njambi, Nduta, Wamboi`),
    male: list(`Kamau, Mwangi, Njoroge, Maina, Kariuki, Karanja, Njuguna, Macharia, Gitau, Kimani, Ng'ang'a, Mbugua, Wainaina, Gichuhi, Githinji, Kinyanjui,
      Muriithi, Ndung'u, Waweru, Wachira, Gachanja, Irungu, Thuo, Chege, Kuria, Kiarie, Mugo, Ngugi, Njenga, Kabiru, Muturi, Ndegwa`),
    second:
      list(`Mwangi, Kamau, Maina, Njoroge, Kariuki, Kimani, Karanja, Njuguna, Macharia, Ng'ang'a, Wanjiru, Gitau, Mbugua, Ndung'u, Waweru, Wachira,
      Wainaina, Kinyanjui, Githinji, Irungu, Muriithi, Chege, Kuria, Kiarie, Mugo, Ngugi, Njenga, Muturi, Ndegwa, Gichuhi, Gachanja, Thuo, Kabiru, Gathogo,
      Gacheru, Gakuru, Gatheru, Gathuru, Gichuki, Gikonyo, Githaiga, Githae, Gitonga, Kabui, Kagwanja, Kahiga, Kahuria, Kamande, Kang'ethe, Karuga, Kibe,
      Kibaki, Kigotho, Kihara, Kihoro, Kimemia, Kinuthia, Kinyua, Kirubi, Mathenge, Mbuthia, Mburu, Muchiri, Muchoki, Muhoro, Muigai, Mungai, Muhia, Munene,
      Mureithi, Murage, Muraya, Mutahi, Mwaniki, Mwaura, Ndirangu, Nderitu, Ndiritu, Ng'endo, Njogu, Njau, Nyaga, Nyoike, Nyoro, Rugaru, Theuri, Thiong'o, Wahome,
      Wamae, Wambugu, Wamalwa, Wandia, Wang'ombe, Waruingi, Warui, Wanyoike`),
  },
  {
    name: 'Luo',
    weight: 11,
    christian: 0.9,
    female:
      list(`Achieng', Atieno, Akinyi, Adhiambo, Awuor, Auma, Anyango, Apiyo, Adongo, Akoth, Aoko, Awino, Akumu, Anyiso, Akelo, Amondi, Aluoch, Adoyo, Apondi,
      Akeyo, Ajwang', Anyona, Arogo, Ayuma, Anindo, Along'o, Abuto, Aketch, Achola, Ogola, Awiti`),
    male: list(`Otieno, Odhiambo, Ochieng, Omondi, Onyango, Owino, Okoth, Ouma, Opiyo, Odongo, Oduor, Okello, Ogutu, Otiende, Ooko, Oluoch, Omolo, Olum,
      Ojwang', Okeyo, Obuya, Odera, Odoyo, Okumu, Onyiego, Opondo, Orwa, Osore, Owiti, Adera, Odwar, Ojuok`),
    second:
      list(`Otieno, Odhiambo, Ochieng', Omondi, Onyango, Owino, Okoth, Ouma, Opiyo, Odongo, Oduor, Okello, Ogutu, Ooko, Oluoch, Omolo, Ojwang', Okeyo,
      Odera, Okumu, Opondo, Orwa, Owiti, Owuor, Ogola, Ogada, Ogolla, Ogot, Oginga, Obiero, Obonyo, Obura, Ochola, Odero, Odinga, Odipo, Odiwuor, Odeny,
      Oketch, Okech, Okal, Okelo, Okinyi, Oloo, Olang', Olielo, Ombok, Omburo, Omuga, Ongaro, Ongeri, Onguko, Opere, Oriaro, Oremo, Orengo, Osewe, Oteyo,
      Otunga, Owaka, Owidi, Oyugi, Oyoo, Rading', Raburu, Ragwar, Ratemo, Nyong'o, Mboya, Midiwo, Jalang'o, Jaoko, Kaluoch, K'Ogalo, K'Ombudo, Amolo, Aringo,
      Ayieko, Aloo, Agutu, Abonyo, Achieng', Adoyo, Agola, Ajuoga, Anyumba, Apiyo`),
  },
  {
    name: 'Luhya',
    weight: 12,
    christian: 0.9,
    female:
      list(`Nekesa, Nafula, Naliaka, Nanjala, Wanyonyi, Nasimiyu, Khavere, Ayuma, Khasoa, Mmbone, Kageha, Vihenda, Andia, Khadenje, Namalwa, Nakhumicha,
      Nabwire, Nelima, Nasambu, Makokha, Nangila, Nanyama, Afandi, Imali, Muhonja, Kadenyi, Kavochi, Musimbi, Mideva, Awinja, Nabalayo`),
    male: list(`Wafula, Wekesa, Simiyu, Barasa, Wanjala, Juma, Wanyama, Makokha, Nyongesa, Masinde, Kundu, Situma, Mukhwana, Shikuku, Lusweti, Muliro,
      Mulongo, Khaemba, Sikuku, Chesoli, Musundi, Keya, Luvai, Amukoya, Ambani, Shitanda, Lumumba, Werunga, Wangila, Kisaka, Mang'eni`),
    second:
      list(`Wafula, Wekesa, Simiyu, Barasa, Wanjala, Wanyama, Makokha, Nyongesa, Juma, Masinde, Wanyonyi, Kundu, Situma, Mukhwana, Shikuku, Lusweti,
      Muliro, Khaemba, Sikuku, Luvai, Wangila, Kisaka, Amukoya, Mudavadi, Atsali, Ambetsa, Amboka, Andayi, Asava, Chitechi, Indangasi, Injendi, Isiaho, Kahi,
      Kavulavu, Kegode, Khamala, Khalwale, Kibisu, Lidovolo, Lihanda, Litunya, Luseno, Lutta, Malala, Masika, Matete, Mbati, Milimu, Mmbaka, Mulama, Mulambula,
      Muhanda, Mukabana, Mukolwe, Mulunda, Murunga, Musalia, Mutoro, Namwamba, Natembeya, Ndombi, Okwaro, Oparanya, Opanda, Osundwa, Savula, Shiundu, Shitemi,
      Sifuna, Sitati, Wabwile, Wakhungu, Wamalwa, Wambulwa, Wasike, Washiali, Were, Wepukhulu, Wetangula, Anyonje, Amadi, Ingosi, Inyangala, Lugonzo, Mugalla`),
  },
  {
    name: 'Kamba',
    weight: 10,
    christian: 0.92,
    female:
      list(`Mutheu, Mumbua, Mwende, Wanza, Mueni, Ndinda, Kalondu, Nduku, Ndunge, Wayua, Mbithe, Kanini, Syombua, Mukami, Katunge, Kavata, Kasiva,
      Mbula, Munyiva, Kavinya, Syokau, Ndanu, Mutindi, Kamene, Nthenya, Muthike, Kaluki, Wavinya, Kanyaa, Mwikali, Ngina, Mutanu`),
    male: list(`Mutua, Musyoka, Kioko, Muthama, Mutiso, Nzioka, Kilonzo, Muli, Mwanzia, Kimeu, Musembi, Makau, Kyalo, Mutuku, Wambua, Ndolo, Maingi,
      Mulwa, Munyao, Kimanzi, Nthiwa, Mumo, Mbithi, Katua, Ngila, Muia, Masila, Mulinge, Kitonga, Musau, Nzomo`),
    second:
      list(`Mutua, Musyoka, Kioko, Mutiso, Nzioka, Kilonzo, Muli, Mwanzia, Wambua, Makau, Kyalo, Mutuku, Musembi, Ndolo, Maingi, Mulwa, Munyao,
      Kimanzi, Nthiwa, Mumo, Mbithi, Katua, Muia, Mulinge, Kitonga, Musau, Kalonzo, Kaloki, Kasyoka, Kavila, Kavoi, Kieti, Kilungu, Kimuyu, Kimeu, Kisilu,
      Kithome, Kivuva, Kiema, Kinyae, Maweu, Mbaluka, Mbuvi, Muange, Muema, Mue, Mukeku, Mulei, Mulili, Mulyungi, Mumbe, Munguti, Munywoki, Musili, Musyimi,
      Muteti, Muthiani, Muthoka, Muthui, Mutinda, Mutisya, Mutunga, Mwangangi, Mwania, Mwendwa, Mweu, Mwilu, Mwololo, Ndambuki, Ndeto, Ndivo, Ngei, Nguku,
      Ngumbau, Nyamai, Nzau, Nzioki, Nzuki, Nzuma, Peter, Syengo, Vuli, Wathome`),
  },
  {
    name: 'Kalenjin',
    weight: 9,
    christian: 0.85,
    female:
      list(`Chebet, Chepkoech, Cherono, Jepkosgei, Chepkemoi, Jeptoo, Cheptoo, Jebet, Chelangat, Chepngetich, Jerotich, Chemutai, Jepkemboi, Jelagat,
      Chepkirui, Chepkorir, Jepchirchir, Jepng'etich, Chelimo, Chesang, Jesang, Chepchumba, Jemutai, Kosgei, Chebii, Tapkigen, Taprandich, Cheruto, Jepleting, Jerop, Chepwogen`),
    male: list(`Kiprono, Kipchumba, Kiplagat, Kipkemboi, Kibet, Kiprotich, Kipkoech, Kipruto, Kipkorir, Kiptoo, Kipng'etich, Kiplimo, Kipchirchir, Cheruiyot,
      Kimutai, Kipsang, Kipyegon, Kipkirui, Kiprop, Kigen, Kimeli, Kipchoge, Kipkosgei, Kirwa, Kipngeno, Kiptanui, Kipsigei, Kimaiyo, Kipyego, Langat, Kibor`),
    second:
      list(`Korir, Koech, Rotich, Cheruiyot, Langat, Ruto, Kosgei, Bett, Sang, Kirui, Chepkwony, Tanui, Too, Ng'etich, Kiptoo, Kibet, Rono, Mutai, Biwott,
      Kemboi, Keter, Kimutai, Limo, Maiyo, Melly, Metto, Murgor, Rop, Serem, Siele, Sigei, Soi, Tarus, Tergat, Tirop, Towett, Tuwei, Yego, Birgen, Bargetuny,
      Barngetuny, Boit, Boinett, Bor, Busienei, Chebii, Chelimo, Chelule, Chemweno, Chepkonga, Cherop, Chesire, Choge, Chumo, Cherutich, Kandie, Kaptich, Kiplagat,
      Kiprop, Kogo, Komen, Kones, Lagat, Lelei, Letting, Maritim, Misoi, Mosop, Ngeny, Ngetich, Ngeno, Olekina, Rugut, Sambu, Samoei, Saina, Sirma, Sitienei,
      Songok, Suter, Tallam, Tonui, Toroitich, Tum, Yator, Yatich`),
  },
  {
    name: 'Kisii',
    weight: 6,
    christian: 0.94,
    female: list(
      `Kemunto, Moraa, Kwamboka, Nyaboke, Bosibori, Nyanchama, Kerubo, Gesare, Bonareri, Nyakerario, Bochaberi, Mokeira, Monyangi, Nyamoita, Kemuma`,
    ),
    male: list(
      `Ombati, Nyakundi, Mogaka, Momanyi, Makori, Onchiri, Omwenga, Ondieki, Ogeto, Nyamweya, Bosire, Ongeri, Moturi, Nyaribo, Mokaya`,
    ),
    second:
      list(`Nyakundi, Momanyi, Makori, Mogaka, Ondieki, Bosire, Omwenga, Nyamweya, Ongeri, Onchiri, Mokaya, Moturi, Ombati, Nyaribo, Ogeto, Machogu,
      Magara, Maranga, Mose, Morara, Nyabuto, Nyang'au, Nyachae, Obare, Obwocha, Omari, Omariba, Ombuna, Ongwae, Onkoba, Onsongo, Orina, Osoro, Otwori, Sagwe, Nyandusi,
      Getange, Gichana, Isaboke, Kebaso, Kerosi, Matoke, Mauti, Mochama, Mong'are, Mwamba`),
  },
  {
    name: 'Meru',
    weight: 5,
    christian: 0.92,
    female: list(
      `Kathure, Kendi, Karimi, Kagendo, Mukiri, Nkatha, Gakii, Kanana, Makena, Kinya, Gatwiri, Karambu, Mwari, Kathambi, Nkirote`,
    ),
    male: list(
      `Mwenda, Kirimi, Muriuki, Gitonga, Koome, Kimathi, Mutuma, Mugambi, Kinoti, Murithi, Mutwiri, Bundi, Mwiti, Kaimenyi, Muthomi`,
    ),
    second:
      list(`Muriuki, Gitonga, Kimathi, Mugambi, Kinoti, Murithi, Mwenda, Mwiti, Koome, Kirimi, Mutuma, M'Imanyara, M'Mbijiwe, Baariu, Gikunda, Gituma, Imathiu,
      Ikiara, Kaberia, Karuti, Kathurima, Kaburu, Kiambi, Kirema, Kithinji, Kiogora, Limiri, Linturi, Marete, Mbaabu, Mbae, Micheni, Miriti, Mungania, Munyua,
      Murangiri, Muthamia, Muthaura, Mworia, Ndubi, Ntongai, Njagi, Njeru, Nthiga, Rimberia, Riungu, Ruteere, Thuranira, Nkonge`),
  },
  {
    name: 'Maasai',
    weight: 1.6,
    christian: 0.7,
    language: 'Maa',
    feminine: (second) => second.replace(/^Ole /, 'Ene '),
    female: list(`Nashipae, Naserian, Nasieku, Resian, Silantoi, Simantei, Namunyak, Naipanoi, Sanau, Tipape, Nolari, Noonkipa`),
    male: list(`Lemayian, Saitoti, Leshan, Parsimei, Sankale, Tipanko, Lekishon, Nkaissery, Meitamei, Sironka, Koitee, Olonana`),
    second:
      list(`Ole Ntimama, Ole Kina, Ole Sankan, Nkoidila, Leteipa, Lemein, Parsitau, Sempele, Saitoti, Tobiko, Konchellah, Kuntai, Nampaso, Naikuni, Olekina,
      Sakuda, Sunkuli, Tipis, Tunai, Lesiyampe, Lenku, Kores, Mpaayei, Metito`),
  },
]
