class Playlist {
  constructor(...songs) {
    this.songs = songs;
  }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.songs.length; i++) yield this.songs[i];
  }
  *shuffled(stride) {
    const n = this.songs.length;
    for (let i = 0, at = 0; i < n; i++, at = (at + stride) % n) yield this.songs[at];
  }
}
const list = new Playlist('one', 'two', 'three', 'four', 'five');
print([...list].join());
print([...list.shuffled(2)].join());
const [head, ...others] = list;
print(head, others.length);
