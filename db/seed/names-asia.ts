import { type Culture, list } from './names-culture.ts'

export const asia: readonly Culture[] = [
  {
    name: 'Gujarati',
    weight: 1.8,
    doubled: 0.1,
    female:
      list(`Priya, Hetal, Nisha, Bhavna, Jyoti, Kavita, Meena, Pooja, Sonal, Hina, Alpa, Amisha, Bhakti, Chandni, Daksha, Dipti, Falguni, Gita, Hemali, Ila, Jalpa,
      Komal, Kruti, Manisha, Mital, Nirali, Parul, Reena, Rupal, Sejal, Shilpa, Trupti, Urvi, Varsha`),
    male: list(`Rajesh, Amit, Jignesh, Hitesh, Nilesh, Bhavesh, Chirag, Dhaval, Harshad, Ketan, Mahesh, Mehul, Paresh, Pravin, Rakesh, Sanjay, Suresh, Vijay, Ashok, Bharat,
      Dinesh, Gaurang, Hemant, Jayesh, Kalpesh, Kirit, Manish, Mukesh, Naresh, Nimesh, Parth, Pankaj, Rohan, Umesh`),
    second:
      list(`Patel, Shah, Mehta, Desai, Joshi, Bhatt, Trivedi, Amin, Parekh, Pandya, Dave, Gandhi, Solanki, Chauhan, Chavda, Choksi, Doshi, Gajjar, Gohil, Jani, Kapadia, Kotecha,
      Lakhani, Mistry, Modi, Nanavati, Panchal, Parikh, Popat, Rajani, Rathod, Raval, Sanghvi, Savani, Shukla, Sheth, Thakkar, Vaghela, Vora, Vyas, Zaveri`),
  },
  {
    name: 'Punjabi',
    weight: 0.9,
    middle: { female: ['Kaur'], male: ['Singh'], share: 0.85 },
    female: list(
      `Harpreet, Simran, Manpreet, Jaspreet, Gurpreet, Amrit, Baljit, Daljit, Navneet, Kiran, Rajwinder, Sukhwinder, Parminder, Amandeep, Mandeep, Harjit, Jasleen, Ravneet, Gurleen, Satwant`,
    ),
    male: list(
      `Gurpreet, Harpreet, Manpreet, Jaswinder, Baldev, Amarjit, Kulwant, Sukhdev, Ranjit, Paramjit, Balbir, Avtar, Charanjit, Dalbir, Gurdeep, Harbhajan, Inderjit, Jagdeep, Kuldeep, Mohinder`,
    ),
    second:
      list(`Gill, Sidhu, Dhillon, Sandhu, Grewal, Bains, Brar, Chahal, Dhaliwal, Deol, Hundal, Jandu, Kalsi, Mann, Matharu, Panesar, Phull, Randhawa, Rai, Sahota, Sehmi,
      Sagoo, Sohal, Virdee, Bhogal, Birdi, Channa, Degun, Flora, Hunjan`),
  },
  {
    name: 'Tamil',
    weight: 0.5,
    patronymic: true,
    foreign: true,
    mononym: 0.05,
    female: list(
      `Lakshmi, Meenakshi, Kavitha, Priya, Anitha, Revathi, Sumathi, Vijaya, Deepa, Geetha, Malathi, Nithya, Padma, Radha, Saraswathi, Shanthi, Uma, Yamuna, Abirami, Thenmozhi`,
    ),
    male: list(
      `Murugan, Senthil, Karthik, Rajan, Suresh, Arun, Balaji, Ganesan, Hariharan, Kannan, Kumar, Mani, Natarajan, Prabhu, Ramesh, Saravanan, Selvam, Vignesh, Anbarasan, Thirumalai`,
    ),
    second:
      list(`Subramanian, Krishnan, Raman, Natarajan, Venkatesan, Murugan, Rajendran, Sundaram, Balasubramaniam, Chandrasekaran, Ganesan, Gopalakrishnan, Iyer, Jayaraman,
      Kandasamy, Mahalingam, Muthusamy, Nadar, Palaniappan, Pillai, Ramachandran, Ramanathan, Selvaraj, Shanmugam, Sivakumar, Thangavel, Vadivel, Velu, Viswanathan, Arumugam`),
  },
  {
    name: 'Arab',
    weight: 1.1,
    foreign: true,
    language: 'Arabic',
    female:
      list(`Fatima, Aisha, Maryam, Noor, Layla, Salma, Huda, Rania, Amal, Dina, Farah, Ghada, Hanan, Iman, Jamila, Khadija, Lina, Maha, Nadia, Rasha, Reem, Samira, Sana'a, Shaima', Suha,
      Wafa, Yasmin, Zainab, Asma', Du'a`),
    male: list(`Muhammad, Ahmad, Omar, Ali, Khaled, Yousef, Hassan, Mahmoud, Ibrahim, Abdul-Rahman, Bilal, Fadi, Faris, Ghassan, Hani, Isma'il, Jamal, Karim, Majid, Mustafa, Nabil, Qasim, Ra'ed,
      Rami, Salah, Samir, Tariq, Walid, Yasin, Ziyad`),
    second:
      list(`Al-Hashimi, Al-Sayed, Haddad, Khalil, Mansour, Nasser, Saleh, Al-Amoudi, Al-Masri, Al-Tamimi, Al-Qahtani, Awad, Aziz, Bakri, Darwish, El-Amin, El-Sherif, Fayed, Habib, Hamdan, Hijazi,
      Idris, Jaber, Kanaan, Mahfouz, Najjar, Omari, Qureshi, Rahman, Sabbagh, Shaheen, Shami, Suleiman, Taha, Tawfiq, Yamani, Zaki, Zein, Bin Laith, Ba'alawi`),
  },
  {
    name: 'Chinese',
    weight: 1,
    foreign: true,
    language: 'Mandarin',
    female: list(
      `Li, Xiu Ying, Fang, Min, Jing, Yan, Li Na, Juan, Xia, Hong, Mei, Hui, Yan Li, Ying, Xue, Jia Yi, Xin Yi, Yu Tong, Zi Han, Shu Fen, Mei Ling, Lan, Ping, Qian, Rui, Ting, Wen, Yu Xuan, Yue, Zhen`,
    ),
    male: list(
      `Wei, Lei, Yong, Jun, Jie, Tao, Ming, Qiang, Chao, Bo, Hao, Jian Guo, Zhi Qiang, Hao Ran, Yu Hang, Zi Xuan, Bin, Cheng, Dong, Feng, Gang, Hai, Jian, Kai, Liang, Long, Peng, Rong, Song, Xiang`,
    ),
    second:
      list(`Wang, Li, Zhang, Liu, Chen, Yang, Huang, Zhao, Wu, Zhou, Xu, Sun, Ma, Zhu, Hu, Guo, He, Lin, Gao, Luo, Zheng, Liang, Xie, Song, Tang, Lü, Deng, Han, Feng, Cao, Peng, Zeng, Xiao, Tian, Dong,
      Pan, Yuan, Cai, Jiang, Yu, Ouyang, Sima`),
  },
  {
    name: 'Vietnamese',
    weight: 0.4,
    foreign: true,
    middle: { female: ['Thị', 'Ngọc', 'Thu'], male: ['Văn', 'Hữu', 'Đức'], share: 0.9 },
    female: list(
      `Lan, Hương, Mai, Hoa, Linh, Thảo, Ngọc, Phương, Hạnh, Yến, Bích, Châu, Diễm, Hằng, Kiều, Loan, Nhung, Oanh, Quỳnh, Trang, Tuyết, Vân, Xuân, Ánh`,
    ),
    male: list(
      `Minh, Hùng, Dũng, Tuấn, Nam, Hải, Đức, Quang, Thắng, Sơn, Bảo, Cường, Đạt, Giang, Hiếu, Khoa, Long, Nghĩa, Phúc, Quân, Tài, Thành, Trung, Vinh`,
    ),
    second: list(
      `Nguyễn, Trần, Lê, Phạm, Huỳnh, Hoàng, Phan, Vũ, Võ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý, Đinh, Trương, Lâm, Mai, Tạ, Châu, Quách, Tô`,
    ),
  },
  {
    name: 'Indonesian',
    weight: 0.35,
    foreign: true,
    mononym: 0.4,
    female: list(`Sri, Dewi, Siti, Wati, Nur, Rina, Ratna, Endang, Yuliana, Lestari, Indah, Fitri, Kartini, Wulandari, Ayu, Megawati`),
    male: list(
      `Budi, Agus, Slamet, Joko, Suharto, Sukarno, Wahyu, Bambang, Eko, Hendra, Sutrisno, Suparman, Mulyadi, Supriyadi, Wayan, Ketut`,
    ),
    second: list(
      `Santoso, Wijaya, Setiawan, Susanto, Hidayat, Kusuma, Nugroho, Pratama, Purnomo, Rahman, Saputra, Siregar, Sitompul, Suryadi, Utomo, Wibowo, Widodo, Yulianto, Simanjuntak, Nasution`,
    ),
  },
  {
    name: 'Filipino',
    weight: 0.3,
    foreign: true,
    doubled: 0.25,
    female: list(`Maria, Angelica, Rosario, Luzviminda, Cristina, Marites, Jocelyn, Maricel, Corazon, Imelda, Rowena, Ligaya`),
    male: list(`Jose, Ramon, Rodrigo, Jomar, Ferdinand, Rizal, Benigno, Arnel, Danilo, Reynaldo, Efren, Bayani`),
    second: list(
      `Santos, Reyes, Cruz, Bautista, Ocampo, Dela Cruz, Garcia, Mendoza, Aquino, Villanueva, Macaraeg, Dimaculangan, Pangilinan, Salonga, Lacson, Magsaysay`,
    ),
  },
  {
    name: 'Turkish',
    weight: 0.2,
    foreign: true,
    female: list(`Ayşe, Fatma, Emine, Hatice, Zeynep, Elif, Özlem, Gülşen, Çiğdem, Şule, İpek, Büşra`),
    male: list(`Mehmet, Mustafa, Ahmet, Hüseyin, İbrahim, Çağlar, Özgür, Uğur, Gökhan, Şükrü, Barış, Oğuz`),
    second: list(
      `Yılmaz, Kaya, Demir, Çelik, Şahin, Yıldız, Öztürk, Aydın, Özdemir, Arslan, Doğan, Kılıç, Aslan, Çetin, Koç, Kurt, Özkan, Şimşek, Güneş, Erdoğdu`,
    ),
  },
]
